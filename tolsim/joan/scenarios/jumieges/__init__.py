"""Darkness upon Jumièges Abbey: one player against the Leviathan and its undying units."""
