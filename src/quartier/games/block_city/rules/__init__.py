"""The rules of BlockCity: the functions and constants of `quartier.core.engine.contract`."""
