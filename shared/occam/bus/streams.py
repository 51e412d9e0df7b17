"""Where things are kept: one stream for each tag and shard, and the keys beside the streams."""

from __future__ import annotations

import functools
import re
import zlib

from redis.exceptions import ResponseError

from occam.bus.server import Server
from occam.bus.settings import BusSettings
from occam.core.errors import BadInput
from occam.messages.catalog import CATALOG, QuestionAsked, QuestionDied, QuestionSettled, tag_of

INTAKE = tag_of(QuestionAsked)
SETTLED = tag_of(QuestionSettled)
DIED = tag_of(QuestionDied)
DEAD = "dead"
BODY = b"d"

_TENANT = re.compile(r"[A-Za-z0-9._-]{1,64}")
_REFERENCE = re.compile(r"(\{[^{}]+\}:evidence:.+)/([0-9a-f]{64})")


class Shard:
    """The names of one shard. They share a hash tag, so that one script may touch them all."""

    def __init__(self, namespace: str, number: int) -> None:
        self.number = number
        self.prefix = f"{{{namespace}:{number}}}:"
        self.streams = {tag: self.prefix + tag for tag in CATALOG}
        self.intake = self.prefix + INTAKE
        self.settled = self.prefix + SETTLED
        self.dead = self.prefix + DEAD
        self.batches = self.prefix + "batches"
        self.versions = self.prefix + "versions"
        self.services = self.prefix + "services"

    def questions(self, place: str) -> str:
        """Hash of a batch: question id → text digest, intake entry, attempt."""
        return f"{self.prefix}questions:{place}"

    def open(self, place: str) -> str:
        """Hash of a batch: ids without a terminal → the graph version they are pinned to."""
        return f"{self.prefix}open:{place}"

    def terminals(self, place: str) -> str:
        """Hash of a batch: id/attempt → entry of the terminal stream."""
        return f"{self.prefix}terminals:{place}"

    def evidence(self, place: str) -> str:
        """Hash of a batch: digest → evidence too large to travel."""
        return f"{self.prefix}evidence:{place}"


@functools.lru_cache(maxsize=64)
def shards_of(namespace: str, count: int) -> tuple[Shard, ...]:
    """All shards of a bus."""
    return tuple(Shard(namespace, number) for number in range(count))


def shards(settings: BusSettings) -> tuple[Shard, ...]:
    """All shards of the configured bus."""
    return shards_of(settings.namespace, settings.shards)


def place_of(tenant: str, batch: str) -> str:
    """A batch's name in keys: a tenant holds no slash, so no two batches share it."""
    return f"{tenant}/{batch}"


def key_of(tenant: str, batch: str, question: str) -> str:
    """The question's identity, as `Header.key` spells it."""
    return f"{tenant}/{batch}/{question}"


def shard_number(key: str, count: int) -> int:
    """The shard of a question."""
    return zlib.crc32(key.encode("utf-8", "surrogatepass")) % count


def fault_in(tenant: str, batch: str, question: str) -> str:
    """What is wrong with a question's identity, or nothing."""
    if not _TENANT.fullmatch(tenant):
        return "tenant: 1 to 64 letters, digits, dots, dashes or underscores are allowed"
    for name, value in (("batch", batch), ("id", question)):
        if not 1 <= len(value) <= 256 or not value.isprintable():
            return f"{name}: 1 to 256 printable characters are allowed"
    return ""


def evidence_place(reference: str) -> tuple[str, str]:
    """The hash and the field that a claim check's key names."""
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        raise BadInput(f"{reference!r} is not a reference to stored evidence")
    return found[1], found[2]


async def make_group(client: Server, stream: str, group: str) -> None:
    """Creates the group at 0, so that what was published before the first start is read too."""
    try:
        await client.xgroup_create(stream, group, id="0", mkstream=True)
    except ResponseError as error:
        if "BUSYGROUP" not in str(error):
            raise
