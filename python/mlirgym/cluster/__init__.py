"""Measurement on the nodes of a Ray cluster, for `mlirgym.Execution(cluster=...)`."""

from mlirgym.cluster.connection import connect

__all__ = ["connect"]
