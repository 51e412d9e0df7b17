"""Errors sorted by what the caller should do.

OccamError
├── Transient        try again later: the message stays pending
└── Permanent        trying again cannot help: dead letter, with this text
    ├── BadConfig    a setting, pack or file is wrong; names the place
    └── BadInput     what a user or client sent is wrong; names the offending thing
"""


class OccamError(Exception):
    """Root of all errors raised on purpose."""


class Transient(OccamError):
    """Trying the same again may succeed."""


class Permanent(OccamError):
    """Trying the same again cannot succeed."""


class BadConfig(Permanent):
    """A setting, pack or file is wrong; the text names it."""


class BadInput(Permanent):
    """Something a user or client sent is wrong; the text names it."""
