"""The seam to FastStream: batches come through its subscribers, raw, and are acknowledged by us."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

from faststream import AckPolicy
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.message import RedisBatchStreamMessage

from occam.bus.connection import options
from occam.bus.pool import LeanBroker, patience
from occam.bus.server import Server
from occam.bus.settings import BusSettings
from occam.bus.work import Letter

_LOG = logging.getLogger("occam.bus.faststream")
_LOG.setLevel(logging.WARNING)

OnBatch = Callable[[Sequence[Letter]], Awaitable[None]]


class Subscription(StreamSub[Any]):
    """A batch read by one consumer of a group. It copies itself only when there is a prefix."""

    def add_prefix(self, prefix: str) -> Subscription:
        """FastStream asks for this several times a poll and copies each time."""
        return cast("Subscription", super().add_prefix(prefix)) if prefix else self


def make_broker(settings: BusSettings) -> RedisBroker:
    """FastStream's broker, reduced to reading: no injection, no conversion, no retries."""
    connection: dict[str, Any] = options(settings.url)
    connection |= patience(settings.url.partition("://")[0])
    connection.pop("protocol")
    return LeanBroker(
        settings.url,
        apply_types=False,
        logger=_LOG,
        log_level=logging.DEBUG,
        specification_url="redis://broker",
        protocol="redis",
        graceful_timeout=settings.grace_ms / 1000,
        **connection,
    )


def subscribe(
    broker: RedisBroker, stream: str, group: str, consumer: str, batch: int, on_batch: OnBatch
) -> Any:
    """Adds a subscriber that hands raw batches over; returns it, for supervision."""
    subscription = Subscription(
        stream,
        group=group,
        consumer=consumer,
        batch=True,
        max_records=batch,
        polling_interval=2_000,
        last_id=">",
        declare=True,
    )
    subscriber: Any = broker.subscriber(
        stream=subscription,
        ack_policy=AckPolicy.MANUAL,
        parser=_parse,
        decoder=_decode,
        no_reply=True,
    )

    async def deliver(letters: list[Letter]) -> None:
        await on_batch(letters)

    subscriber(deliver)
    return subscriber


def client_of(broker: RedisBroker) -> Server:
    """The broker's own client."""
    return cast("Server", broker.config.broker_config.connection.client)


async def _parse(message: Any) -> Any:
    message_type: Any = RedisBatchStreamMessage
    return message_type(raw_message=message, body=b"", consumer=None, group=None)


async def _decode(message: Any) -> list[Letter]:
    raw = message.raw_message
    return [Letter(*pair) for pair in zip(raw["message_ids"], raw["data"], strict=True)]
