"""What the readers of profiles return."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Frame:
    """A place in a program: object file, function, address, source line (0: none), bytes behind the function's start.

    The address is that in the object's symbol table only where `offset` is None: perf tells where code is in the file,
    or where it was in memory. A profiler that times whole functions knows no object (empty) and no address.
    """

    object: str
    function: str
    address: int | None
    file: str = ""
    line: int = 0
    offset: int | None = None


@dataclass(frozen=True)
class Event:
    """Cost that was measured while a stack of frames was active, innermost first."""

    cost: int
    stack: tuple[Frame, ...]


@dataclass(frozen=True)
class Call:
    """Calls from one place to one function; `cost` is all that the callee and what it calls took."""

    caller: Frame
    callee: Frame
    count: int
    cost: int


@dataclass
class ProfileData:
    """A profile. `unit` is "ns", "instructions", "ticks" of a device, or the name of an event."""

    unit: str
    events: list[Event] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    has_calls: bool = False

    def objects_with(self, symbols: set[str]) -> set[str]:
        """Object files that hold a function of one of these names."""
        frames = [frame for event in self.events for frame in event.stack]
        return {frame.object for frame in frames if frame.function in symbols}
