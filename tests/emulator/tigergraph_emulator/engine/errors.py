"""What a call can fail with, by the codes that the server uses."""

from __future__ import annotations

UNDOCUMENTED = "EMU-UNDOCUMENTED"
"""The emulator's own code: a real server may do anything here, so nothing may depend on it."""


class RunError(Exception):
    """A query or a data call that ended without a result."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class RuntimeFailure(RunError):
    """A query that was running and failed; the server gives such failures no code."""

    def __init__(self, message: str) -> None:
        super().__init__("", f"Runtime Error: {message}")


class Undocumented(RunError):
    """A construct whose behaviour the vendor does not document."""

    def __init__(self, message: str) -> None:
        super().__init__(UNDOCUMENTED, f"Runtime Error: {message}")


class TimedOut(RunError):
    """A query that ran longer than it was given."""

    def __init__(self) -> None:
        super().__init__("REST-3000", "The query was aborted: it took longer than its timeout.")
