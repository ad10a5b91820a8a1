"""What takes long: bots, hints and reviews in processes of their own."""
