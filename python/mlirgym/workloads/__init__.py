"""Workloads: programs with their own inputs, checks and schedule parameters."""
