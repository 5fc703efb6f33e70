"""Adapters that hold no rules: PettingZoo, Gymnasium, OpenSpiel and RLlib faces of every game."""
