"""Experiments: matches on all cores, results in Parquet, statistics, the command line.

>>> from tolsim.experiments.match import load, play_match
>>> from tolsim.experiments.verify import verify
"""
