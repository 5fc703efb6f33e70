"""Reports: what a match or a study says, as one page that opens anywhere."""

from tolsim.experiments.extras import STUDY, need

# Here, because all that is imported below builds on these libraries.
need(STUDY, "a report", "tolsim[study]")
