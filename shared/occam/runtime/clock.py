"""How long a step took."""

from __future__ import annotations

import time


class Stopwatch:
    """Starts when made."""

    def __init__(self) -> None:
        self._started = time.perf_counter()

    def elapsed(self) -> float:
        """Milliseconds since it was made."""
        return round(1000 * (time.perf_counter() - self._started), 3)
