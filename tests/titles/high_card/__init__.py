"""High Card: two seats with a hidden card each, buttons alone, and a showdown: what the suite has to allow, and no more."""
