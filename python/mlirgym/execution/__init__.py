"""Execution: schedules compiled, verified, timed and called; compiled kernels."""
