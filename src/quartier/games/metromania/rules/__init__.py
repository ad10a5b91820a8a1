"""The rules of Metromania: the functions and constants of `quartier.core.engine.contract`.

The lattice is in `geometry`; counters are laid by `digging` and `endings`, stations by `stations`, markers are dealt by
`dealing`, and `trips` runs the test trips.
"""
