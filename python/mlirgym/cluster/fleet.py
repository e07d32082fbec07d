"""Samples handed out to measuring processes, and handed out again when one of those fails."""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol

from mlirgym import _core
from mlirgym.checks import printable
from mlirgym.cluster.measurer import Answer, Facts, Question
from mlirgym.cluster.relayed import RelayedBatch, RelayedSample

Batch = _core.RemoteBatch | RelayedBatch
Sample = _core.RemoteSample | RelayedSample
#: Failures of processes that one sample may have before it is given up.
_ATTEMPTS = 3
#: Failures of a process, without an answer in between, before it is set aside.
_STRIKES = 2
#: Timings by which a process is judged, the share of noisy ones above which it is set aside, and
#: the share that another process must not exceed: if all are noisy, none is set aside.
_WINDOW, _NOISY, _QUIET = 32, 0.5, 0.25
#: Programs whose texts are kept where processes find them.
_PROGRAMS = 256


class Transport(Protocol):
    """Where measuring processes run. Futures may be completed by any thread."""

    def places(self) -> Mapping[str, str]:
        """Return all places for a process at present: a name for messages by id."""

    def start(self, place: str) -> Any:
        """Start a `Measurer` at a place, without waiting for it."""

    def probe(self, actor: Any) -> Future[Facts]:
        """Call `Measurer.probe`."""

    def put(self, text: str) -> Any:
        """Store the text of a program where processes find it."""

    def measure(self, actor: Any, text: Any, question: Question) -> Future[Answer]:
        """Call `Measurer.measure`."""

    def stop(self, actor: Any) -> None:
        """End a process, also one that does not answer."""

    def release(self, actor: Any) -> None:
        """End a process unless others use it."""


@dataclass(frozen=True)
class Patience:
    """Limits of waiting, in seconds.

    Attributes
    ----------
    probe : float
        For the start of a process and its probe.
    answer : float
        Without an answer from a process that has samples.
    empty : float
        Without any process, before samples are answered with an error.
    unwanted : float
        Without an answer from a process that is busy with a sample that nobody waits for any more.
    again : float
        Before a process that was set aside is probed again.
    poll : float
        Between looks at the places and at these limits.
    """

    probe: float = 120
    answer: float = 140
    empty: float = 30
    unwanted: float = 5
    again: float = 300
    poll: float = 1


@dataclass(eq=False)
class _Sample:
    batch: Batch
    index: int
    question: Question
    text: Any
    #: Status and reason of each failure of a process; "" is an exception of ours.
    failures: list[tuple[str, str]] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)


@dataclass(eq=False)
class _Member:
    """A place and its process."""

    place: str
    label: str
    state: str = "starting"  # then "ready", "measuring"; "aside"
    reason: str = ""
    actor: Any = None
    probe: Future[Facts] | None = None
    facts: Facts | None = None
    flights: dict[Future[Answer], _Sample] = field(default_factory=dict)
    since: float = 0  # when it entered its state, or last answered
    strikes: int = 0
    answered: int = 0
    noisy: deque[bool] = field(default_factory=lambda: deque(maxlen=_WINDOW))

    def noise(self) -> float:
        return sum(self.noisy) / len(self.noisy) if self.noisy else 0.0

    def enter(self, state: str, reason: str = "") -> None:
        self.state, self.reason, self.since = state, reason, time.monotonic()


class Fleet:
    """The measuring processes of an execution, driven by a thread of its own.

    Parameters
    ----------
    transport : Transport
    in_flight : int
        Samples that a process has at a time: one is measured, the others are compiled or on their
        way.
    machine : str, optional
        The machine to tune for, as in the keys of timings; by default that of most processes. All
        others are set aside.
    patience : Patience, optional
    """

    def __init__(
        self,
        transport: Transport,
        *,
        in_flight: int = 3,
        machine: str | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._transport = transport
        self._in_flight = in_flight
        self._machine = machine
        self._patience = patience or Patience()
        self._events: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._members: dict[str, _Member] = {}
        self._gone: dict[str, str] = {}
        self._waiting: deque[_Sample] = deque()
        self._texts: dict[str, Any] = {}
        self._chosen: Facts | None = None
        self._failure = ""
        self._decided = threading.Event()
        self._began = self._peopled = time.monotonic()
        self._reached = self._began
        self._looked = float("-inf")
        self._thread = threading.Thread(target=self._run, name="mlirgym-cluster", daemon=True)
        self._thread.start()

    def connect(self) -> Facts:
        """Wait until the machine to tune for is known, and return what one of its nodes says.

        Raises
        ------
        ExecutionError
            If no process can be used; names each, with the reason.
        """
        while not self._decided.wait(0.1):
            pass
        if self._chosen is None:
            raise _core.ExecutionError(self._failure)
        return self._chosen

    def submit(self, batch: Batch) -> int:
        """Hand out a batch, without waiting, and return the number of processes that measure."""
        self._events.put(lambda: self._take(batch))
        return len(self._measuring())

    def close(self) -> None:
        """End all processes. Samples without an answer get an error."""
        self._events.put(None)

    def nodes(self) -> list[dict[str, Any]]:
        """Return one dict per process: see `mlirgym.Execution.nodes`."""
        return [
            {
                "node": each.label,
                "machine": each.facts.machine if each.facts else "",
                "state": each.state,
                "reason": each.reason,
                "answered": each.answered,
                "noisy": each.noise(),
            }
            for each in list(self._members.values())
        ]

    # Everything below runs on the thread of the fleet.

    def _run(self) -> None:
        while True:
            try:
                event = self._events.get(timeout=self._patience.poll)
            except queue.Empty:
                event = self._hand_out
            if event is None:
                break
            try:
                event()
                if time.monotonic() - self._looked >= self._patience.poll:
                    self._look()
                self._hand_out()
            except Exception as error:  # of the transport, as without the cluster's head
                self._unreached(f"the cluster cannot be reached: {_reason(error)}")
        for member in self._members.values():
            self._end(member, self._transport.release)
        self._fail_all("the execution was closed")

    def _unreached(self, reason: str) -> None:
        if time.monotonic() - self._reached > self._patience.empty:
            for member in self._members.values():
                self._set_aside(member, reason)
            self._fail_all(reason)

    def _take(self, batch: Batch) -> None:
        samples: Sequence[Sample] = batch.samples
        for index, each in enumerate(samples):
            try:
                text = self._text(each)
            except Exception as error:
                batch.fail(index, f"the cluster cannot be reached: {_reason(error)}")
                continue
            question = Question(
                each.program, each.key, each.kind, each.codes, each.keep, each.counters
            )
            self._waiting.append(_Sample(batch, index, question, text))

    def _text(self, sample: Sample) -> Any:
        text = self._texts.pop(sample.key, None)
        if text is None:
            text = self._transport.put(sample.text)
        while len(self._texts) >= _PROGRAMS:
            del self._texts[next(iter(self._texts))]
        self._texts[sample.key] = text
        return text

    def _measuring(self) -> list[_Member]:
        return [each for each in list(self._members.values()) if each.state == "measuring"]

    def _has_room(self, member: _Member) -> bool:
        # A sample that has failed is alone, since it may be the reason.
        return len(member.flights) < self._in_flight and not any(
            sample.failures for sample in member.flights.values()
        )

    def _hand_out(self) -> None:
        later = []
        while self._waiting and any(map(self._has_room, measuring := self._measuring())):
            sample = self._waiting.popleft()
            if not sample.batch.awaits(sample.index):
                continue
            fresh = [each for each in measuring if each.place not in sample.tried] or measuring
            able = [
                each
                for each in fresh
                if self._has_room(each) and not (sample.failures and each.flights)
            ]
            if able:
                self._send(min(able, key=lambda each: len(each.flights)), sample)
            else:
                later.append(sample)
        self._waiting.extendleft(reversed(later))

    def _send(self, member: _Member, sample: _Sample) -> None:
        if not member.flights:
            member.since = time.monotonic()
        try:
            future = self._transport.measure(member.actor, sample.text, sample.question)
        except Exception as error:
            self._waiting.appendleft(sample)
            self._lose(member, _reason(error))
            return
        member.flights[future] = sample
        future.add_done_callback(
            lambda done: self._events.put(lambda: self._answered(member, done))
        )

    def _answered(self, member: _Member, future: Future[Answer]) -> None:
        sample = member.flights.pop(future, None)
        if sample is None:  # of a process that was given up
            return
        try:
            answer = Answer(*future.result())
            if answer.error:
                sample.batch.fail(sample.index, answer.error)
            else:
                host = member.facts.host if member.facts else ""
                sample.batch.answer(
                    sample.index, answer.measurements, answer.pairs, answer.keep, host
                )
        except Exception as error:
            member.flights[future] = sample
            status = "" if isinstance(error, OSError) else "crashed"
            self._lose(member, _reason(error), status, sample)
            return
        member.since = time.monotonic()
        member.strikes = 0
        member.answered += 1
        timed = [each for each in answer.measurements if each.ok and not each.cache_hit]
        member.noisy.extend(each.noisy for each in timed)
        self._watch(member)

    def _watch(self, member: _Member) -> None:
        if len(member.noisy) < _WINDOW // 4 or member.noise() <= _NOISY:
            return
        for other in self._measuring():
            if other is not member and other.noise() <= _QUIET:
                self._set_aside(
                    member,
                    f"{member.noise():.0%} of its timings are uncertain by more than 5 %, of "
                    f"those of {other.label} {other.noise():.0%}",
                )
                return

    def _lose(
        self, member: _Member, reason: str, status: str = "", guilty: _Sample | None = None
    ) -> None:
        """End a process that failed, hand its samples out again, and start it anew."""
        if guilty:
            guilty.tried.add(member.place)
            guilty.failures.append((status, f"{member.label}: {reason}"))
            if len(guilty.failures) >= _ATTEMPTS:
                self._give_up(guilty)
        member.strikes += 1
        if member.strikes >= _STRIKES:
            self._set_aside(member, reason)
        else:
            self._end(member)
            self._start(member)

    def _give_up(self, sample: _Sample) -> None:
        text = "; ".join(reason for _, reason in sample.failures)
        status = sample.failures[-1][0]
        if status:
            text += "; this is not stored: measure it again"
            sample.batch.give_up(sample.index, status, text)
        else:
            sample.batch.fail(sample.index, f"{sample.question.program}: {text}")

    def _end(self, member: _Member, how: Callable[[Any], None] | None = None) -> None:
        self._waiting.extendleft(reversed(member.flights.values()))
        member.flights.clear()
        if member.actor is not None:
            with contextlib.suppress(Exception):
                (how or self._transport.stop)(member.actor)
        member.actor = member.probe = None

    def _set_aside(self, member: _Member, reason: str) -> None:
        self._end(member)
        if reason != member.reason:
            _say(f"{member.label} is set aside: {reason}")
        member.enter("aside", reason)

    def _start(self, member: _Member) -> None:
        member.enter("starting", member.reason)
        try:
            member.actor = self._transport.start(member.place)
            member.probe = self._transport.probe(member.actor)
        except Exception as error:
            self._set_aside(member, _reason(error))
            return
        member.probe.add_done_callback(
            lambda done: self._events.put(lambda: self._probed(member, done))
        )

    def _probed(self, member: _Member, future: Future[Facts]) -> None:
        if future is not member.probe:  # of a process that was given up
            return
        try:
            facts = Facts(*future.result())
        except Exception as error:
            self._lose(member, _reason(error))
            return
        member.facts = facts
        member.noisy.clear()
        member.noisy.extend(facts.noisy)
        here = (_core.__version__, _core.machine()["toolchain"])
        if (facts.version, facts.toolchain) != here:
            self._set_aside(
                member,
                f"mlirgym {facts.version}, {facts.toolchain}; here it is {here[0]}, {here[1]}",
            )
            return
        member.enter("ready", member.reason)
        if self._chosen:
            self._admit(member, self._chosen)
            self._watch(member)

    def _admit(self, member: _Member, chosen: Facts) -> None:
        if member.facts and member.facts.machine == chosen.machine:
            member.enter("measuring")
        else:
            name = member.facts.machine if member.facts else ""
            self._set_aside(member, f"it is {name}; this execution measures on {chosen.machine}")

    def _choose(self) -> None:
        """Choose the machine once all processes are probed, or the patience with some is over."""
        ready = [each for each in self._members.values() if each.state == "ready" and each.facts]
        names = Counter(each.facts.machine for each in ready if each.facts)
        is_early = time.monotonic() - self._began < self._patience.probe / 4
        if self._machine is None:
            starts = any(each.state == "starting" for each in self._members.values())
            if not ready or (starts and is_early):
                return
            self._machine = names.most_common(1)[0][0]
        if self._machine not in names:
            return
        self._chosen = next(
            each.facts for each in ready if each.facts and each.facts.machine == self._machine
        )
        for each in ready:
            self._admit(each, self._chosen)
        for each in self._measuring():
            self._watch(each)
        self._decided.set()

    def _look(self) -> None:
        """See which places are new or gone, and which processes have been silent for too long."""
        self._looked = time.monotonic()
        places = self._transport.places()
        for place in [place for place in self._members if place not in places]:
            member = self._members.pop(place)
            self._end(member)
            self._gone[place] = member.label
            _say(f"{member.label} is gone")
        for place, label in places.items():
            if place not in self._members:
                self._gone.pop(place, None)
                self._members[place] = _Member(place, label)
                self._start(self._members[place])
        self._reached = now = time.monotonic()
        for member in list(self._members.values()):
            limit = self._limit(member)
            if now - member.since <= limit:
                continue
            oldest = next(iter(member.flights.values()), None)
            if oldest and not oldest.batch.awaits(oldest.index):
                self._end(member)
                self._start(member)
            elif member.state == "aside":
                member.strikes = 0
                self._start(member)
            elif member.state == "starting":
                self._set_aside(
                    member, f"no answer to the probe in {limit:g} s; are its processors in use?"
                )
            elif oldest:
                self._lose(member, f"no answer in {limit:g} s", "timed_out", oldest)
        if self._chosen is None:
            self._choose()
        if any(each.state in ("starting", "measuring") for each in self._members.values()):
            self._peopled = now
        elif now - self._peopled > self._patience.empty:
            self._fail_all(self._why_empty())

    def _limit(self, member: _Member) -> float:
        if member.state == "aside":
            return self._patience.again
        if member.state == "starting":
            return self._patience.probe
        oldest = next(iter(member.flights.values()), None)
        if oldest and not oldest.batch.awaits(oldest.index):
            return self._patience.unwanted
        codes = max((len(each.question.codes) for each in member.flights.values()), default=1)
        return self._patience.answer * codes

    def _why_empty(self) -> str:
        reasons = [f"{label} is gone" for label in self._gone.values()]
        for member in self._members.values():
            machine = member.facts.machine if member.facts else ""
            reasons.append(f"{member.label}: {member.reason or machine}")
        found = "; ".join(reasons[-8:]) or "it has no nodes with free processors"
        wanted = f" as {self._machine}" if self._machine and not self._chosen else ""
        return f"no node of the cluster measures{wanted}: {found}"

    def _fail_all(self, reason: str) -> None:
        if self._chosen is None:
            self._failure = reason
            self._decided.set()
        while self._waiting:
            sample = self._waiting.popleft()
            sample.batch.fail(sample.index, reason)


def _reason(error: BaseException) -> str:
    """Return the first line of what happened, without the traceback of another process."""
    cause = getattr(error, "cause", None)
    text = str(cause if isinstance(cause, BaseException) else error).strip()
    return printable(text.splitlines()[0] if text else repr(error))


def _say(text: str) -> None:
    print(f"mlirgym: cluster: {text}", file=sys.stderr, flush=True)
