"""Leduc Poker, the worked example of a card game: a hidden hand, chance, bets and a showdown."""
