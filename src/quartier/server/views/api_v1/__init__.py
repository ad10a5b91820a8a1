"""View models of the machine API: positions as data, without a drawing."""
