"""Legions: Abyss, a game for two by Bruno Cathala, Charles Chevallier and Johannes Goupy.

The state is in :mod:`~tolsim.abyss.state`; the rules stand in files named after the rulebook's
sections, and :mod:`~tolsim.abyss.turn` carries a turn from one to the next.
"""
