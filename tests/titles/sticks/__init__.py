"""Sticks: two seats take one to three of ten. Version 1 of its rules: whoever takes the last wins; version 2: loses."""
