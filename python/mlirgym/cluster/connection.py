"""Ray as the transport of a fleet."""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import weakref
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, cast

from mlirgym import _core
from mlirgym.cluster.fleet import Fleet, Patience
from mlirgym.cluster.measurer import Answer, Facts, Measurer, Question

#: Samples that a node has at a time: compiling one takes about as long as measuring two.
IN_FLIGHT = 4
#: Options of an execution that say how something is measured. All others stay with the caller.
_ON_NODES = {
    "device",
    "device_features",
    "threads",
    "compile_workers",
    "compile_timeout_ms",
    "run_timeout_ms",
    "budget_ms",
    "too_slow_factor",
    "cold_caches",
    "remeasure",
    "counters",
    "resident",
    "quiet_baseline_seconds",
}


class RayTransport:
    """One `Measurer` on each node of a Ray cluster, which reserves all processors of the node.

    Parameters
    ----------
    address : str
        As of ``ray.init``. Where Ray is initialised already, that cluster is used.
    options : dict
        Of each `Measurer`.

    Raises
    ------
    ImportError
        If Ray is not installed.
    ExecutionError
        If there is no cluster at the address.
    """

    def __init__(self, address: str, options: Mapping[str, Any]) -> None:
        try:
            import ray
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
        except ImportError as error:
            raise ImportError(f"cluster: {error}; pip install 'mlirgym[ray]'") from error
        if not ray.is_initialized():
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise _core.ExecutionError(f"{address}: no Ray cluster: {error}") from error
        self._ray: Any = ray
        self._on_node = functools.partial(NodeAffinitySchedulingStrategy, soft=False)
        self._class: Any = ray.remote(Measurer)
        self._options = dict(options)
        self._processors: dict[str, float] = {}
        self._marked = False

    def places(self) -> dict[str, str]:
        """Return the nodes that are alive and have processors: host and id by id.

        If there ever was one with the resource ``mlirgym``, only such nodes.
        """
        threads = self._options.get("threads", 1)
        found = {}
        nodes = [each for each in self._ray.nodes() if each["Alive"]]
        self._marked |= any("mlirgym" in each["Resources"] for each in nodes)
        for node in nodes:
            processors = node["Resources"].get("CPU", 0)
            if processors >= threads and (not self._marked or "mlirgym" in node["Resources"]):
                self._processors[node["NodeID"]] = processors
                found[node["NodeID"]] = f"{node['NodeManagerHostname']} ({node['NodeID'][:8]})"
        return found

    def start(self, place: str) -> Any:
        """Start an actor; executions of one Ray job with equal options share it."""
        key = json.dumps([place, self._options], sort_keys=True)
        gpus = 1 if self._options.get("device", "").startswith("cuda") else 0
        return self._class.options(
            name=f"mlirgym-{hashlib.sha256(key.encode()).hexdigest()[:32]}",
            get_if_exists=True,
            num_cpus=self._processors[place],
            num_gpus=gpus,
            scheduling_strategy=self._on_node(place),
            max_concurrency=IN_FLIGHT,
        ).remote(self._options)

    def probe(self, actor: Any) -> Future[Facts]:
        """Call `Measurer.probe`."""
        return cast("Future[Facts]", actor.probe.remote().future())

    def put(self, text: str) -> Any:
        """Store a text in Ray's object store, from which each node fetches it once."""
        return self._ray.put(text)

    def measure(self, actor: Any, text: Any, question: Question) -> Future[Answer]:
        """Call `Measurer.measure`."""
        return cast("Future[Answer]", actor.measure.remote(text, question).future())

    def stop(self, actor: Any) -> None:
        """Kill an actor."""
        self._ray.kill(actor)

    def release(self, actor: Any) -> None:
        """Do nothing: Ray ends an actor with the handle of the execution that created it."""


class _Submit:
    """The function that an execution holds; the fleet ends with it."""

    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet
        weakref.finalize(self, fleet.close)

    def __call__(self, batch: _core.RemoteBatch) -> int:
        return self._fleet.submit(batch)


def connect(
    address: str, machine: str | None, options: Mapping[str, Any]
) -> tuple[Fleet, _core.Cluster]:
    """Start to measure on a cluster for an execution.

    Parameters
    ----------
    address : str
        As of ``ray.init``: ``"auto"``, ``"HOST:6379"``, ``"ray://HOST:10001"``.
    machine : str, optional
        As of `Fleet`.
    options : mapping
        Those of the execution.

    Raises
    ------
    ImportError, ExecutionError
        As `RayTransport`; ExecutionError if no node can be used.
    """
    passed = {name: value for name, value in options.items() if name in _ON_NODES}
    limits = [passed.get(f"{each}_timeout_ms", 20_000.0) for each in ("compile", "run")]
    fleet = Fleet(
        RayTransport(address, passed),
        in_flight=IN_FLIGHT,
        machine=machine,
        patience=Patience(answer=60 + 2 * sum(limits) / 1000),
    )
    return fleet, cluster_of(fleet)


def cluster_of(fleet: Fleet) -> _core.Cluster:
    """Wait for a fleet, and return it as an option of an execution.

    Raises
    ------
    ExecutionError
        If no process can be used.
    """
    try:
        facts = fleet.connect()
    except BaseException:
        fleet.close()
        raise
    return _core.Cluster(facts.machine, facts.target, _Submit(fleet))


def cluster_at(address: str | None, **options: Any) -> _core.Cluster | None:
    """Start to measure on a cluster, if there is an address.

    Parameters
    ----------
    address : str, optional
    **options
        As of `connect`.

    Raises
    ------
    ImportError, ExecutionError
        As `connect`.
    """
    return connect(address, None, options)[1] if address is not None else None
