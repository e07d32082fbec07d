"""Kernels of scheduled programs: dumped, put back, timed."""
