"""Connect Four, the worked example of docs/adding-a-title.md."""
