"""What an exit code means, and which error ends in which."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Documented in docs/operations.md; scripts rely on them."""

    OK = 0
    NO = 1
    USAGE = 2
    DOWN = 3
    BUSY = 4
    BUG = 5
    UNDECIDED = 6
    INTERRUPTED = 130
    UNREAD = 141


MEANINGS: dict[Exit, str] = {
    Exit.OK: "done; all that was asked for holds",
    Exit.NO: "done, and the answer is no: a verification failed, a line was refused, "
    "a question ended dead, something is not ready or missing",
    Exit.USAGE: "wrong usage, setting, file or name; the message names it",
    Exit.DOWN: "OCCAM is not up on this home, or the broker or the graph server cannot be reached",
    Exit.BUSY: "not now: the intake is full, another load runs, the disk is full; try again",
    Exit.BUG: "an error nobody foresaw; `--debug` shows where",
    Exit.UNDECIDED: "`occam ask` offered a choice and none was made; the question stays open",
    Exit.INTERRUPTED: "ended by Ctrl-C; the message says how to go on",
    Exit.UNREAD: "whoever read the output left early, as `head` does",
}


class Unreachable(Exception):
    """The broker does not answer, or nothing is up."""


class Interrupted(Exception):
    """Ctrl-C; the text says how to go on."""


def exits_table() -> str:
    """A Markdown table of all exit codes."""
    lines = ["| code | meaning |", "|---|---|"]
    lines += [f"| {code.value} | {MEANINGS[code]} |" for code in Exit]
    return "\n".join(lines) + "\n"
