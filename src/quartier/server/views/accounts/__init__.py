"""View models of accounts."""
