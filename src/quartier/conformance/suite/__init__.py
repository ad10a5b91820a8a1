"""The tests of `quartier.conformance`, by subject."""
