"""BlockCity, a roll-and-write for one to six players."""
