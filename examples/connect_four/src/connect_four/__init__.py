"""Connect Four, the worked example of docs/add-a-game.md."""
