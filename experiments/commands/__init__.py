"""Commands of the command line, and options that several of them take."""
