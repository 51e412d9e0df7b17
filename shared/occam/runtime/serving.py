"""What every service process does around its handlers: settings, log, lifeline, traces, bus."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

from occam.bus.service import ServiceSpec, serve
from occam.core.errors import OccamError
from occam.runtime import lifeline
from occam.runtime.keys import kept_for
from occam.runtime.settings import Settings, load_settings
from occam.runtime.shelf import Shelf
from occam.telemetry.setup import tracer_for

Build = Callable[[Shelf, Settings], ServiceSpec]


def run(service: str, build: Build, warm: str = "") -> None:
    """Compose one service and serve until a signal says stop; a wrong setting ends it. Keys that
    it does not need are dropped before anything is composed.

    `warm` is the part of every loaded graph that the service opens before it is ready.
    """
    try:
        settings = kept_for(service, load_settings())
        shelf = Shelf(settings)
        spec = build(shelf, settings)
    except OccamError as error:
        sys.exit(f"{error}")
    configure_log(settings)
    lifeline.hold()
    if warm:
        shelf.warm(warm)
    serve(spec, settings.bus, tracer=tracer_for(spec.name, settings.otlp_endpoint))


def configure_log(settings: Settings) -> None:
    """One line a record on standard error, with the process that wrote it."""
    logging.basicConfig(
        level=settings.log_level.upper(),
        format="%(asctime)s %(levelname)s %(name)s [%(process)d] %(message)s",
        stream=sys.stderr,
    )
