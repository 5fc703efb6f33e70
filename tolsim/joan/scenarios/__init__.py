"""Scenarios of the Joan of Arc books, one folder each; nothing else knows them."""
