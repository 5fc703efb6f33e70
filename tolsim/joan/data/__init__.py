"""Data of the engine: units, dice, tiles."""
