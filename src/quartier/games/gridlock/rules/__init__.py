"""The rules of Gridlock: implements `quartier.core.engine.contract`, one module per subject."""
