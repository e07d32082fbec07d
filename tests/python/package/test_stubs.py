"""The stub of the binding module has the names of the module."""

import ast
from pathlib import Path

import mlirgym
import pytest
from mlirgym import _core

STUB = Path(mlirgym.__file__).with_name("_core.pyi")
TREE = ast.parse(STUB.read_text())
CLASSES = {node.name: node for node in TREE.body if isinstance(node, ast.ClassDef)}


def members(names):
    return {name for name in names if not name.startswith("_")}


def test_names_agree():
    stub = {node.name for node in TREE.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    stub |= {node.target.id for node in TREE.body if isinstance(node, ast.AnnAssign)}
    assert members(stub) == members(vars(_core))


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_members_agree(name):
    stub = {node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    assert members(stub) == members(vars(getattr(_core, name)))
