"""Metromania: underground lines through a city of triangles, and seven test trips."""
