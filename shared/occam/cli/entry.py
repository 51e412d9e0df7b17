"""The console script. Ctrl-C ends a command in one line even while Python still reads its parts."""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130
SAID = b"occam: interrupted\n"


def main() -> None:
    """Imports the verbs and runs one; a Ctrl-C after the last word changes nothing any more."""
    try:
        _run(listens=signal.getsignal(signal.SIGINT) is signal.default_int_handler)
    except KeyboardInterrupt:
        os.write(2, SAID)
        sys.exit(INTERRUPTED)


def _run(*, listens: bool) -> None:
    if listens:
        signal.signal(signal.SIGINT, _leave)
    from occam.cli.main import main as run

    if listens:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run()
    finally:
        if listens:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(number: int, frame: object) -> None:
    """At once: an exception inside an import may be swallowed there, and nothing is open yet."""
    os.write(2, SAID)
    os._exit(INTERRUPTED)
