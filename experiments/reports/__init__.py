"""Reports: what a match or a study says, as one page that opens anywhere."""
