"""One message, from bytes to the words that commit what it leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from occam.bus import evidence
from occam.bus.admission import Admitted, admit, read
from occam.bus.evidence import Checked, encode
from occam.bus.lastresort import buried_terminal
from occam.bus.settings import BusSettings
from occam.bus.streams import BODY, DIED, Shard, place_of
from occam.bus.tracing import Tracer, parent_of
from occam.core.errors import BadInput, Permanent
from occam.messages.catalog import (
    Message,
    QuestionAsked,
    QuestionDied,
    QuestionSettled,
    Wire,
    tag_of,
)
from occam.messages.forward import admitted
from occam.messages.header import Header
from occam.telemetry.context import Context, trace_id_of

Handler = Callable[[Any], Awaitable[Sequence[Wire]]]
Fetch = Callable[[str], Awaitable[bytes | None]]
Words = list[Any]

DEAD_LETTER_LIMIT = 65_536
EXCERPT = 2_048


class _Headed(msgspec.Struct):
    """As much of an undecodable message as its question's terminal needs."""

    header: Header


_decode_headed = msgspec.json.Decoder(_Headed).decode


class Letter(NamedTuple):
    """One entry as it was delivered."""

    entry: bytes
    fields: dict[bytes, bytes]


class Work:
    """Decides messages of one type in one shard. Touches no stream: it returns words."""

    def __init__(
        self,
        service: str,
        kind: type[Wire],
        handler: Handler,
        shard: Shard,
        settings: BusSettings,
        tracer: Tracer,
        fetch: Fetch,
    ) -> None:
        self.service = service
        self.kind = kind
        self.tag = tag_of(kind)
        self.handler = handler
        self.shard = shard
        self.settings = settings
        self.tracer = tracer
        self._fetch = fetch
        self._decode = msgspec.json.Decoder(kind).decode
        self._intake = kind is QuestionAsked

    async def decide(self, letter: Letter) -> Words:
        """Runs the handler. Whatever may be tried again is raised; the rest becomes words."""
        body = letter.fields.get(BODY)
        if body is None:
            return self.bury(letter, "the entry has no field `d`")
        try:
            if self._intake:
                return await self._admit(body, letter)
            message = read(self._decode, body)
        except (msgspec.DecodeError, UnicodeDecodeError, BadInput) as error:
            return self.bury(letter, f"not a {self.tag}: {error}")
        known: Checked | None = None
        try:
            if check := evidence.reference_in(message):
                content = await self._fetch(check.key)
                if content is None:
                    return self.bury(letter, f"stored evidence {check.key} is gone")
                message = evidence.opened(message, content)
                known = Checked(message.evidence, check)
            return await self._hop(message, known)
        except Permanent as error:
            return self.bury(letter, _said(error))

    async def _admit(self, body: bytes, letter: Letter) -> Words:
        admission = admit(body, letter.entry, self.settings)
        asked = admission.asked
        try:
            with self.tracer.hop(self.service, asked, asked.traceparent) as hop:
                if admission.refusal:
                    outgoing: Sequence[Wire] = (admission.refusal,)
                else:
                    outgoing = _some(await self.handler(asked))
                hop.left(outgoing)
        except Permanent as error:
            return self._bury_asked(letter, admission, _said(error))
        words = self._claim(asked, admission.digest, _version_in(outgoing), body)
        words += self._messages(outgoing, hop.traceparent, None)
        return words

    async def _hop(self, message: Any, known: Checked | None) -> Words:
        with self.tracer.hop(self.service, message, parent_of(message)) as hop:
            outgoing = _some(await self.handler(message))
            hop.left(outgoing)
        words = self._messages(outgoing, hop.traceparent, known)
        return [*_known(message.header), *words]

    def _messages(self, messages: Sequence[Wire], traceparent: str, known: Checked | None) -> Words:
        words: Words = []
        for message in messages:
            if isinstance(message, Message):
                self._append(words, message, traceparent, known)
            else:
                words += ("add", tag_of(type(message)), encode(message))
        return words

    def _append(
        self, words: Words, message: Message, traceparent: str, known: Checked | None
    ) -> None:
        replace = msgspec.structs.replace
        header = message.header
        if traceparent and header.traceparent != traceparent:
            header = replace(header, traceparent=traceparent)
            message = replace(message, header=header)
        body = encode(message)
        if len(body) > self.settings.evidence_limit:
            place = place_of(header.tenant, header.batch_id)
            if stored := evidence.deposited(message, self.shard, place, known):
                message = stored.message
                body = encode(message)
                if stored.content:
                    words += ("store", place, header.question_id, stored.digest, stored.content)
        if isinstance(message, QuestionSettled):
            place = place_of(header.tenant, header.batch_id)
            words += ("settle", place, header.question_id, header.attempt, body)
        else:
            words += ("add", tag_of(type(message)), body)

    def _claim(self, asked: QuestionAsked, digest: str, version: str, body: bytes) -> Words:
        place = place_of(asked.tenant, asked.batch)
        return ["admit", place, asked.id, digest, asked.attempt, version, excerpt(body)]

    def bury(self, letter: Letter, reason: str) -> Words:
        """A dead letter, and what still gives its question a terminal where that can be read."""
        body = letter.fields.get(BODY)
        if body is None:
            body = encode({_text(name): _text(value) for name, value in letter.fields.items()})
        if self._intake:
            try:
                admission = admit(body, letter.entry, self.settings)
            except BadInput:
                return self._dead(body, "", "", "", reason)
            return self._bury_asked(letter, admission, reason)
        try:
            header = read(_decode_headed, body).header
        except (msgspec.DecodeError, UnicodeDecodeError, BadInput):
            return self._dead(body, "", "", "", reason)
        place = place_of(header.tenant, header.batch_id)
        words = self._dead(body, place, header.question_id, header.attempt, reason)
        return [*_known(header), *words, *self._mourned(header, reason)]

    def _bury_asked(self, letter: Letter, admission: Admitted, reason: str) -> Words:
        asked = admission.asked
        body = letter.fields[BODY]
        place = place_of(asked.tenant, asked.batch)
        return [
            *self._claim(asked, admission.digest, "", body),
            *self._dead(body, place, asked.id, asked.attempt, reason),
            *self._mourned(admitted(asked, asked.pack, ""), reason),
        ]

    def _mourned(self, header: Header, reason: str) -> Words:
        """The message that makes the certifier settle the question, or the terminal itself."""
        if not header.trace_id:
            context = Context(trace_id_of(header.key, header.attempt), 1)
            header = msgspec.structs.replace(header, traceparent=str(context))
        died = QuestionDied(header=header, tier=self.service, cause=reason)
        if self.tag == DIED:
            return self._messages([buried_terminal(died)], header.traceparent, None)
        return ["add", DIED, encode(died)]

    def _dead(self, body: bytes, place: str, id: str, attempt: int | str, reason: str) -> Words:
        return ["bury", excerpt(body), place, id, attempt, self.service, reason]


def excerpt(body: bytes) -> bytes:
    """What a dead letter keeps: the message, or its beginning where it could not be read again."""
    if len(body) <= DEAD_LETTER_LIMIT:
        return body
    return body[:EXCERPT] + f"… ({len(body)} bytes)".encode()


def _known(header: Header) -> Words:
    """Lets the rest happen only while the question is known: its batch may be forgotten since."""
    return ["known", place_of(header.tenant, header.batch_id), header.question_id]


def _some(messages: Sequence[Wire]) -> Sequence[Wire]:
    """A question never vanishes: a handler that returns nothing has a defect."""
    if not messages:
        raise Permanent("the handler returned no message")
    return messages


def _version_in(messages: Sequence[Wire]) -> str:
    """The graph version that a question is pinned to from its first message on."""
    for message in messages:
        if isinstance(message, Message) and message.header.graph_version:
            return f"{message.header.pack}@{message.header.graph_version}"
    return ""


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__


def cause_of(error: BaseException) -> str:
    """An error as a dead letter's cause."""
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
