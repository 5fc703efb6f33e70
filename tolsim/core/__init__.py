"""What every game shares: the contract, compiled loops and search, random streams, rules as data."""
