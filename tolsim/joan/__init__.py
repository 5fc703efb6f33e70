"""The Joan of Arc engine: dice, boards, units, orders, combat and casualties of every scenario."""
