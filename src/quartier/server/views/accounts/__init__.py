"""What somebody sees of their own account."""
