"""Agents: search, training, trained policies."""
