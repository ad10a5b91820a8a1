"""Keeping the data whole: a copy before it changes its form, and nothing done to what is damaged or not ours."""
