"""Measurement on the nodes of a Ray cluster, for `mlirgym.Execution(cluster=...)`."""

from mlirgym.cluster.connection import cluster_at, connect

__all__ = ["cluster_at", "connect"]
