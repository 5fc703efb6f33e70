"""Studies: many cells of games, each a game under some rules between some agents."""
