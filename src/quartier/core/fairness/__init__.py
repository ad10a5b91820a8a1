"""Verifiable randomness: provably fair chance, the RNG behind it and the daily seed."""
