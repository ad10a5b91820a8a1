"""What is shown of finished games beside the board: how they ended, where they turned, and their review."""
