"""What `occam up` runs on one host: the bundled or the configured broker, and the services."""

from __future__ import annotations

import importlib.util
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from occam.bus.broker import broker_command
from occam.bus.client import Client
from occam.core.errors import BadConfig, Transient
from occam.packs import find_pack
from occam.runtime.embedding import check_embedding
from occam.runtime.folders import make_private
from occam.runtime.models import ROLES, Models
from occam.runtime.processes import Program
from occam.runtime.settings import PREFIX, SERVICES, Settings
from occam.runtime.signing import public_key
from occam.runtime.supervise import Fleet, Supervisor


class BusHealth:
    """Reads the register in which every service process says that it lives."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client: Client | None = None

    async def broker(self) -> str:
        """Empty when the broker answers, else why not."""
        try:
            if self._client is None:
                self._client = await Client.connect(self._settings.bus)
            await self._client.readiness()
        except Transient as error:
            await self.close()
            return str(error)
        return ""

    async def services(self, pids: Sequence[int]) -> Mapping[int, str]:
        """For each pid that was heard of: empty when its readers run, else why not."""
        if self._client is None:
            return {}
        try:
            states = await self._client.readiness()
        except Transient as error:
            return dict.fromkeys(pids, str(error))
        return {state.pid: state.fault for state in states if state.pid in pids}

    async def close(self) -> None:
        """Ends the connection."""
        if self._client is not None:
            await self._client.close()
            self._client = None


def supervisor_of(settings: Settings, on_wait: Callable[[str], None] | None = None) -> Supervisor:
    """The supervisor of this home; `on_wait` hears of a broker that keeps it waiting."""
    return Supervisor(settings, partial(fleet_of, settings), on_wait=on_wait)


def check(settings: Settings) -> None:
    """Raises `BadConfig` for what no service could work with: a bad key, an unknown pack, a model
    that cannot be made, vectors that the pack does not take."""
    check_embedding(settings, find_pack(settings.pack, settings.pack_roots))
    models = Models(settings)
    for role in ROLES:
        models.has(role)
    if settings.decider == "llm":
        _ = models.decider
    if settings.signing_key is not None:
        public_key(settings.signing_key)


def fleet_of(settings: Settings) -> tuple[Fleet, BusHealth]:
    """What runs on this home; raises `BadConfig` for a taken port or a missing part."""
    check(settings)
    broker, settings = _broker(settings)
    services = tuple(
        _service(settings, service, number)
        for service in SERVICES
        for number in range(1, settings.workers.of(service) + 1)
    )
    fleet = Fleet(url=settings.redis_url, broker=broker, services=services)
    return fleet, BusHealth(settings)


def _broker(settings: Settings) -> tuple[Program | None, Settings]:
    if settings.redis_url:
        return None, settings
    directory = settings.home / "broker"
    make_private(directory)
    try:
        command, url = broker_command(directory, port=settings.port, fsync=settings.durability)
    except BadConfig as error:
        raise BadConfig(
            f"{error} (setting {PREFIX}PORT)" if settings.port else str(error)
        ) from error
    program = Program(
        name="broker",
        service="broker",
        argv=tuple(command),
        log=settings.logs / "broker.log",
        death_signal=signal.SIGTERM,
        guard=directory / "broker.lock",
    )
    return program, settings.at(url)


def _service(settings: Settings, service: str, number: int) -> Program:
    package = f"occam_{service.replace('-', '_')}"
    if importlib.util.find_spec(package) is None:
        raise BadConfig(f"the service occam-{service} is not installed in {sys.prefix}")
    name = service if settings.workers.of(service) == 1 else f"{service}-{number}"
    return Program(
        name=name,
        service=service,
        argv=(sys.executable, "-m", f"{package}.app"),
        log=settings.logs / f"{name}.log",
        environ={PREFIX + "HOME": str(settings.home), PREFIX + "REDIS_URL": settings.redis_url},
    )
