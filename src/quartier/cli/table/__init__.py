"""Interactive game in the terminal: `quartier play`."""
