"""What time brings: clocks that run out, lost connections, vacations, and a server that stood still."""
