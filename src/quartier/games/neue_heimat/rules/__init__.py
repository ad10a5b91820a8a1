"""The rules of Neue Heimat as `quartier.core.engine.contract` asks for them; each subject has its own module."""
