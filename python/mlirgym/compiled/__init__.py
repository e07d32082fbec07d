"""Programs and models as functions to call: searched, then compiled."""

from mlirgym.compiled.compiling import compile

__all__ = ["compile"]
