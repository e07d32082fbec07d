"""Recorded timings as environments, and as data sets of Minari."""
