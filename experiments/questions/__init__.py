"""Questions that games are played to answer, each a function and the object that it returns."""
