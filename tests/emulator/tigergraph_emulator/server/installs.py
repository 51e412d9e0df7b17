"""Requests to install queries: they take their time and are asked for their state."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Install:
    """One request on a graph: its queries become callable once `ready_at` has passed."""

    graph: str
    ready_at: float
    finish: Callable[[], None]
    failure: str = ""
    finished: bool = False
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def settle(self) -> bool:
        """Finishes what is due; true when nothing is left to wait for."""
        if not self.finished and time.monotonic() >= self.ready_at:
            self.finished = True
            if not self.failure:
                self.finish()
        return self.finished

    @property
    def message(self) -> str:
        """The sentence whose words a client waits for."""
        if not self.settle():
            return f"Request {self.id} is RUNNING"
        if self.failure:
            return f"Request {self.id} is finished with status FAILED: {self.failure}"
        return f"Request {self.id} is finished with status SUCCESS"
