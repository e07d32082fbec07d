"""Checks of arguments before they are passed to C++, with Python's usual messages."""

from __future__ import annotations

import difflib
import functools
import inspect
import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

#: Counts are passed to C++ as 32-bit unsigned integers.
_LARGEST_COUNT = 2**32 - 1


def nearest(name: str, known: Iterable[str], otherwise: str = "choose one of") -> str:
    """Suggestion for a misspelt name: the most similar known one, or all of them."""
    names = list(known)
    if close := difflib.get_close_matches(name, names, n=1):
        return f"did you mean '{close[0]}'?"
    return f"{otherwise} {', '.join(names)}"


def unexpected(where: str, name: str, known: Iterable[str]) -> TypeError:
    """Error for an unknown keyword argument, with Python's usual message."""
    return TypeError(
        f"{where}() got an unexpected keyword argument '{name}'; {nearest(name, known, 'it takes')}"
    )


def printable(text: str) -> str:
    """Escape characters that a terminal interprets, and indent further lines."""
    escaped = [
        each if each.isprintable() or each in "\n\t" else each.encode("unicode_escape").decode()
        for each in text
    ]
    return "".join(escaped).replace("\n", "\n  ")


@dataclass(frozen=True)
class Kind:
    """The kind of value that an argument must have.

    Attributes
    ----------
    wanted : str
        For messages: "an integer".
    convert : callable
        Conversion to the argument of C++; raises TypeError or ValueError for other values.
    """

    wanted: str
    convert: Callable[[Any], Any]

    def __call__(self, where: str, name: str, value: Any) -> Any:
        """Value converted for C++.

        Raises
        ------
        TypeError, ValueError
            If it is of the wrong type, or out of range.
        """
        try:
            return self.convert(value)
        except (TypeError, ValueError, OverflowError) as error:
            kind = TypeError if isinstance(error, TypeError) else ValueError
            raise kind(f"{where}: {name} is {_shown(value)}; give {self.wanted}") from None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _whole(value: Any) -> int:
    if isinstance(value, bool):
        raise TypeError
    return operator.index(value)


def _integer(value: Any) -> int:
    number = _whole(value)
    if not -(2**63) <= number < 2**63:
        raise ValueError
    return number


def _count(value: Any) -> int:
    number = _whole(value)
    if not 0 <= number <= _LARGEST_COUNT:
        raise ValueError
    return number


def _seed(value: Any) -> int:
    number = _whole(value)
    if not 0 <= number < 2**64:
        raise ValueError
    return number


def _number(value: Any) -> float:
    if isinstance(value, (str, bytes, bool)):
        raise TypeError
    return float(value)


def _flag(value: Any) -> bool:
    if isinstance(value, (int, float, str, bytes)) and not isinstance(value, bool):
        raise TypeError
    if value is None:
        raise TypeError
    return bool(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _path(value: Any) -> str:
    return os.fsdecode(os.fspath(value))


def _list_of(convert: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    def convert_all(values: Any) -> list[Any]:
        if isinstance(values, (str, bytes, Mapping)):
            raise TypeError
        return [convert(value) for value in values]

    return convert_all


def _features(value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise TypeError
    return {_text(name): _integer(number) for name, number in value.items()}


def _callable(value: Any) -> Any:
    if not (value is None or isinstance(value, bool) or callable(value)):
        raise TypeError
    return value


def optional(kind: Kind) -> Kind:
    """Kind of a value that may also be None."""
    return Kind(
        f"{kind.wanted}, or None",
        lambda value: None if value is None else kind.convert(value),
    )


COUNT = Kind("an integer from 0 to 2^32 - 1", _count)
WHOLE = Kind("an integer", _whole)
INTEGER = Kind("an integer from -2^63 to 2^63 - 1", _integer)
SEED = Kind("an integer from 0 to 2^64 - 1", _seed)
NUMBER = Kind("a number", _number)
FLAG = Kind("True or False", _flag)
TEXT = Kind("a str", _text)
PATH = Kind("a path, as str or os.PathLike", _path)
PATHS = Kind("a list of paths", _list_of(_path))
INTEGERS = Kind("a list of integers from -2^63 to 2^63 - 1", _list_of(_integer))
COUNTS = Kind("a list of integers from 0 to 2^32 - 1", _list_of(_count))
NAMES = Kind("a list of str", _list_of(_text))
LISTS_OF_NAMES = Kind("a list of lists of str", _list_of(_list_of(_text)))
FEATURES = Kind("a dict of integers, such as {'l2_bytes': 1048576}", _features)
CALLBACK = Kind("a function, True for a bar, or None", _callable)
OPTIONAL_TEXT = optional(TEXT)
OPTIONAL_COUNT = optional(COUNT)
OPTIONAL_INTEGERS = optional(INTEGERS)
OPTIONAL_NAMES = optional(NAMES)


def checked(
    where: str,
    given: Mapping[str, Any],
    kinds: Mapping[str, Kind],
    beside: Sequence[str] = (),
) -> dict[str, Any]:
    """Keyword arguments converted for C++.

    Parameters
    ----------
    where : str
        The function that was called, for messages.
    given : mapping
        The arguments.
    kinds : mapping
        The known names.
    beside : sequence of str
        Other names that a misspelt one may have meant.

    Raises
    ------
    TypeError
        For an unknown name, with the most similar known one; for a value of the wrong type.
    ValueError
        For a value out of range.
    """
    for name in given:
        if name not in kinds:
            raise unexpected(where, name, [*beside, *kinds])
    return {name: kinds[name](where, name, value) for name, value in given.items()}


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """Names of a function's arguments, except those of ``**options``."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    names = inspect.signature(function).parameters.values()
    return [each.name for each in names if each.kind in kinds and each.name != "self"]


def takes_nothing(function: Callable[[], Result]) -> Callable[[], Result]:
    """Wrap a C++ function without arguments as a Python function."""

    @functools.wraps(function)
    def called() -> Result:
        return function()

    return called


def suggests_names(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Make a function suggest the most similar argument for an unknown one."""
    known = parameters_of(function)

    @functools.wraps(function)
    def called(*arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
        for name in options:
            if name not in known:
                raise unexpected(function.__qualname__, name, known)
        return function(*arguments, **options)

    return called
