"""Studies: many cells of games, each a game under some rules between some agents."""

from tolsim.experiments.extras import STUDY, need

# Here, because all that is imported below builds on these libraries.
need(STUDY, "a study", "tolsim[study]")
