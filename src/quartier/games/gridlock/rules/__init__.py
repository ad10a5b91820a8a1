"""The rules of Gridlock as `quartier.core.engine.contract` asks for them; each subject has its own module."""
