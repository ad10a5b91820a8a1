"""How much of the server one visitor may have, so that nobody starves the others."""
