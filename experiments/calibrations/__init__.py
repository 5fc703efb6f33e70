"""Calibrations that can be run again, a file each."""
