"""The rules of City Blocks: the functions and constants of `quartier.core.engine.contract`."""
