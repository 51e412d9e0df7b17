"""Runs a service whose hop commits without a fence: what the fence is for becomes visible."""

from __future__ import annotations

import importlib
import sys

from occam.bus import script

FENCES = (
    ("if call('XACK', stream, group, entry) == 1 then", "call('XACK', stream, group, entry) do"),
    ("and call('HSETNX', terminals, mark, '') == 1 then", "then"),
)


def without_fence(name: str) -> str:
    """The script with every condition taken out that makes a commit happen once."""
    text = fenced(name)
    if name == "hop":
        for fence, open_gate in FENCES:
            if text.count(fence) != 1:
                raise AssertionError(f"the fence is not where this runner looks for it: {fence}")
            text = text.replace(fence, open_gate)
    return text


fenced = script.source

if __name__ == "__main__":
    script.source = without_fence
    importlib.import_module(sys.argv[1]).main()
