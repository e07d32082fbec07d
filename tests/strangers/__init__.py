"""Tests from the view of outside users: authors of trainers, attackers, front ends, typing errors.

Each test drives what users drive (the command line, the Python package) and asks for the least
that they may expect: a right answer or a message, never a signal, a hang or a stray file.
"""
