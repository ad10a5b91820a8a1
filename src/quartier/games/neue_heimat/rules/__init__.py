"""The rules of Neue Heimat: implements `quartier.core.engine.contract`, one module per subject."""
