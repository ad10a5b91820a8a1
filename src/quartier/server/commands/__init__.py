"""What people may do: each command is one transaction."""
