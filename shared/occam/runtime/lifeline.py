"""A child never outlives its parent, even when the parent is killed with SIGKILL."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

PARENT = "_OCCAM_PARENT"

_SET_PARENT_DEATH_SIGNAL = 1


def tie(death_signal: signal.Signals) -> Callable[[], None]:
    """What a child runs between fork and exec so that the kernel ends it with its parent."""
    parent = os.getpid()
    if sys.platform != "linux":
        return lambda: None
    libc = ctypes.CDLL(None)

    def tied() -> None:
        libc.prctl(_SET_PARENT_DEATH_SIGNAL, int(death_signal), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return tied


def hold(every: float = 1.0) -> None:
    """Ends this process with its supervisor, where there is one: the way without a kernel's help.

    Called by every service at its start; does nothing in a process that `occam up` did not start.
    """
    parent = os.environ.get(PARENT, "")
    if not parent.isdigit():
        return

    def watch() -> None:
        while os.getppid() == int(parent):
            time.sleep(every)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
