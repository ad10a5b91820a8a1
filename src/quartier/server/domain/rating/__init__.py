"""How strong people are: the arithmetic of ratings, places, and the measured bots."""
