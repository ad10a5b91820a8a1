"""What bots know beyond the rules: nothing yet, so they go by the score. Add `evaluate(s, seat)` for stronger bots."""
