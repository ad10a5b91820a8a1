"""What programs are told: positions as data, without a drawing."""
