"""Errors sorted by what the caller should do.

OccamError
├── Transient        try again later: the message stays pending
│   ├── Throttled    a quota is used up; says how long to wait where that is known
│   └── TimedOut     no answer came in time
└── Permanent        trying again cannot help: dead letter, with this text
    ├── BadConfig    a setting, pack or file is wrong; names the place
    ├── QueryNotInstalled  the graph server has no such query; names the command that installs it
    └── BadInput     what a user or client sent is wrong; names the offending thing
"""


class OccamError(Exception):
    """Root of all errors raised on purpose."""


class Transient(OccamError):
    """Trying the same again may succeed."""


class Throttled(Transient):
    """A service asks to be left alone for a while; `wait_s` is in seconds, where it says."""

    def __init__(self, text: str, wait_s: float | None = None) -> None:
        super().__init__(text)
        self.wait_s = wait_s


class TimedOut(Transient):
    """No answer came in time; whether the work was done nobody knows."""


class Permanent(OccamError):
    """Trying the same again cannot succeed."""


class BadConfig(Permanent):
    """A setting, pack or file is wrong; the text names it."""


class BadInput(Permanent):
    """Something a user or client sent is wrong; the text names it."""


class QueryNotInstalled(Permanent):
    """The graph server has no installed query of that name; `command` installs it."""

    def __init__(self, query: str, command: str) -> None:
        super().__init__(f"the graph server has no installed query {query!r}: run `{command}`")
        self.query = query
        self.command = command
