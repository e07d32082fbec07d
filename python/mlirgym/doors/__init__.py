"""Servers and environments of others' protocols: MCP, OpenEnv, verifiers.

Each module needs the package of its protocol, except `mlirgym.doors.tools`.
"""

from mlirgym.doors.tools import Tools

__all__ = ["Tools"]
