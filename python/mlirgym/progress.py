"""Progress of long calls, for a function of the caller or as a bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

#: What is done, the whole of it, and figures to show beside the bar.
State = tuple[int, int, Mapping[str, object]]


@contextmanager
def reported(
    where: str,
    progress: Callable[..., object] | bool | None,
    unit: str,
    state: Callable[..., State],
) -> Iterator[Callable[..., object] | None]:
    """Report the progress of a call: to the function of the caller, or to a bar.

    Parameters
    ----------
    where : str
        The function that was called, which the bar names.
    progress : callable, bool or None
        True shows a bar.
    unit : str
        What the bar counts.
    state : callable
        Takes the arguments of the callback.

    Yields
    ------
    callable or None
        To be called with each progress.

    Raises
    ------
    ImportError
        If a bar is wanted, and tqdm is not installed.
    """
    if progress is not True:
        yield progress or None
        return
    from tqdm.auto import tqdm

    # The rate is the mean since the first report, from which a resumed training counts, too.
    with tqdm(desc=where, unit=f" {unit}", smoothing=0) as bar:

        def report(*arguments: Any) -> None:
            done, total, figures = state(*arguments)
            if bar.total is None:
                bar.reset(total)
                bar.initial = done
            bar.set_postfix(figures, refresh=False)
            bar.update(done - bar.n)

        yield report


def reported_search(
    where: str, progress: Callable[[int, int, float], object] | bool | None
) -> AbstractContextManager[Callable[..., object] | None]:
    """Report the progress of a search; the callback takes (samples, budget, best speedup)."""
    return reported(
        where,
        progress,
        "sample",
        lambda samples, budget, best: (samples, budget, {"speedup": f"{best:.2f}"}),
    )
