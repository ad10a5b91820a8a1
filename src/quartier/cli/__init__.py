"""The command line: `quartier serve`, `games`, `rules`, `play`, `simulate`, `replay`, `bench`."""
