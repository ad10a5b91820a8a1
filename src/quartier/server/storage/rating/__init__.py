"""Ratings, and how finished games went, as they are stored."""
