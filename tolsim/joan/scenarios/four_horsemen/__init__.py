"""The Four Horsemen of the Apocalypse."""
