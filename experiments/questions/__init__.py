"""Questions that games are played to answer, each a function and the object that it returns."""

from tolsim.experiments.extras import STUDY, need

# Here, because all that is imported below builds on these libraries.
need(STUDY, "this question", "tolsim[study]")
