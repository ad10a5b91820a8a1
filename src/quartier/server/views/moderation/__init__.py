"""What hosts and those who ask for their data are shown."""
