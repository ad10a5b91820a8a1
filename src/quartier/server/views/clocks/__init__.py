"""View models of clocks and time controls."""
