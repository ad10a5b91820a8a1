"""What people may do: each command is a job for the writer, all of it or nothing."""
