"""A worker process for tests that kill: `worker.py URL NAMESPACE classifier|certifier`.

It is unhurried, so that a kill finds messages under way; a question named `poison` ends it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence

from occam.bus.service import serve
from occam.bus.settings import BusSettings
from occam.messages.catalog import FindingsReady, QuestionAsked, Wire
from rig import certifier, classifier, pass_on, settle


async def on_question(asked: QuestionAsked) -> Sequence[Wire]:
    """Passes on, slowly."""
    if asked.id == "poison":
        os._exit(9)
    await asyncio.sleep(0.003)
    return await pass_on(asked)


async def on_findings(found: FindingsReady) -> Sequence[Wire]:
    """Settles, slowly."""
    await asyncio.sleep(0.003)
    return await settle(found)


def main() -> None:
    """Serves until a signal."""
    url, namespace, role = sys.argv[1:]
    settings = BusSettings(
        url=url,
        namespace=namespace,
        lease_ms=500,
        backoff_ms=20,
        max_deliveries=2,
        heartbeat_ms=100,
    )
    serve(classifier(on_question) if role == "classifier" else certifier(on_findings), settings)


if __name__ == "__main__":
    main()
