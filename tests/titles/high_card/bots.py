"""High Card has no hints."""
