"""What every request passes before it is answered, and every answer before it leaves."""
