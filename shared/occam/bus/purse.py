"""The purse that all workers share: what calls of models were reserved, paid and answered.

Its keys have one hash tag of their own, so that one script sees every ceiling at once; that no more
is spent than any of them allows does not depend on who asks when.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, Literal, cast

import msgspec

from occam.bus.connection import connect, translated
from occam.bus.script import Scripts, run
from occam.bus.server import Server
from occam.bus.settings import BusSettings
from occam.bus.streams import place_of
from occam.core.errors import Permanent
from occam.core.model import Reply
from occam.core.paying import (
    FORGOTTEN,
    Account,
    Ceiling,
    Exceeded,
    Failure,
    Known,
    Opened,
    Payer,
)
from occam.core.spending import Spent

DAY_S = 86_400
KEPT_S = 8 * DAY_S
"""How long ceilings and accounts are kept after the last call: days of a week ago may still be
looked at, and no message is delivered again after that."""

_encode = msgspec.json.Encoder().encode
_MILLISECONDS = 1000


class _Paid(msgspec.Struct):
    input: int = 0
    output: int = 0
    context: int = 0
    calls: int = 0
    money: int = 0
    unpriced: int = 0
    estimated: int = 0


class _Books(msgspec.Struct):
    """What the scripts keep of one request of one question. An empty table of Lua is an empty list
    or an empty object."""

    open: dict[str, tuple[int, int, int, int]] | list[Any] = {}
    paid: _Paid | list[Any] = []
    fails: dict[str, int] | list[Any] = {}
    waited: float = 0.0
    since: float | None = None
    reply: str = ""

    def account(self) -> Account:
        paid = self.paid if isinstance(self.paid, _Paid) else _Paid()
        spent = Spent(
            input_tokens=paid.input,
            output_tokens=paid.output,
            context_tokens=paid.context,
            model_calls=paid.calls,
            micro_usd=None if paid.unpriced else paid.money,
            waited_ms=self.waited,
            estimated=bool(paid.estimated),
        )
        held = self.open.values() if isinstance(self.open, dict) else ()
        for input_, output, context, money in held:
            spent = spent + Spent(
                input_tokens=input_,
                output_tokens=output,
                context_tokens=context,
                model_calls=1,
                micro_usd=None if money < 0 else money,
                estimated=True,
            )
        return Account(
            spent=spent,
            failures=self.fails if isinstance(self.fails, dict) else {},
            reply=_decode_reply(self.reply) if self.reply else None,
        )


_decode_reply = msgspec.json.Decoder(Reply).decode
_decode_books = msgspec.json.Decoder(_Books).decode


class SharedPurse:
    """Ceilings and accounts on the broker. It connects when it is first asked, unless it is given a
    `client`."""

    def __init__(
        self,
        settings: BusSettings,
        cache_s: int = DAY_S,
        now: Callable[[], float] = time.time,
        client: Server | None = None,
    ) -> None:
        self._settings, self._cache_s, self._now = settings, cache_s, now
        self._prefix = f"{{{settings.namespace}:purse}}:"
        self._client = client
        self._scripts: Scripts | None = None

    async def open(
        self, payer: Payer, request: str, worst: Spent, ceilings: tuple[Ceiling, ...]
    ) -> Opened | Known | Exceeded:
        """Reserve a call under all ceilings, or none of them."""
        number = secrets.token_hex(8)
        money = -1 if worst.micro_usd is None else worst.micro_usd
        words: list[Any] = [_field(payer, request), number, round(self._now() * _MILLISECONDS)]
        words += [worst.input_tokens, worst.output_tokens, worst.context_tokens, money, KEPT_S]
        for ceiling in ceilings:
            words += (_or_none(ceiling.tokens), _or_none(ceiling.micro_usd), KEPT_S)
        said, *rest = await self._run("open", payer, request, ceilings, words)
        match said:
            case b"known":
                return Known(account=_account(rest[0]), own=True)
            case b"shared":
                before = _account(rest[0]) if rest[0] else Account()
                reply = _decode_reply(rest[1])
                return Known(account=msgspec.structs.replace(before, reply=reply), own=False)
            case b"opened":
                return Opened(number=number, account=_account(rest[0]), worst=worst)
            case _:
                return _exceeded(ceilings, rest, worst)

    async def account(self, payer: Payer, request: str) -> Account:
        """What is known of a request so far."""
        accounts = self._accounts(payer.tenant, payer.batch)
        with translated():
            kept: bytes | None = await self._server.hget(accounts, _field(payer, request))
        return _account(kept) if kept else Account()

    async def settle(
        self,
        payer: Payer,
        request: str,
        opened: Opened,
        reply: Reply,
        ceilings: tuple[Ceiling, ...],
    ) -> Account:
        """The call was answered."""
        return await self._close(payer, request, opened, reply.spent, ceilings, "", reply)

    async def fail(
        self,
        payer: Payer,
        request: str,
        opened: Opened,
        kind: Failure,
        lost: Spent,
        ceilings: tuple[Ceiling, ...],
    ) -> Account:
        """The call failed."""
        return await self._close(payer, request, opened, lost, ceilings, kind, None)

    async def used(self, ceiling: Ceiling) -> Spent:
        """What was spent and is reserved under a ceiling."""
        with translated():
            tokens, money = await self._server.hmget(self._ceiling(ceiling), ["tokens", "money"])
        return Spent(input_tokens=int(tokens or 0), micro_usd=int(money or 0))

    async def forget(self, tenant: str, batch: str) -> None:
        """Remove all accounts of a batch, and the answers that they hold."""
        accounts, place = self._accounts(tenant, batch), place_of(tenant, batch)
        with translated():
            fields: list[bytes] = await self._server.hkeys(accounts)
            parts = [field.decode().rpartition("/") for field in fields]
            answers = {self._answer(tenant, request) for _, _, request in parts}
            questions = {f"{self._prefix}question:{place}/{asked}" for asked, _, _ in parts}
            batch_key = f"{self._prefix}batch:{place}"
            await self._server.unlink(accounts, batch_key, *answers, *questions)

    async def close(self) -> None:
        """End the connection."""
        if self._client:
            await self._client.aclose()
            self._client = self._scripts = None

    async def _close(
        self,
        payer: Payer,
        request: str,
        opened: Opened,
        spent: Spent,
        ceilings: tuple[Ceiling, ...],
        kind: str,
        reply: Reply | None,
    ) -> Account:
        words: list[Any] = [
            _field(payer, request),
            opened.number,
            round(self._now() * _MILLISECONDS),
            spent.input_tokens,
            spent.output_tokens,
            spent.context_tokens,
            spent.model_calls,
            -1 if spent.micro_usd is None else spent.micro_usd,
            int(spent.estimated),
            kind,
            _encode(reply) if reply else "",
            self._cache_s,
            opened.worst.total_tokens,
            -1 if opened.worst.micro_usd is None else opened.worst.micro_usd,
        ]
        kept: bytes | None = await self._run("close", payer, request, ceilings, words)
        if kept is None:
            raise Permanent(FORGOTTEN)
        return _account(kept)

    async def _run(
        self,
        name: str,
        payer: Payer,
        request: str,
        ceilings: tuple[Ceiling, ...],
        words: list[Any],
    ) -> Any:
        keys = [self._accounts(payer.tenant, payer.batch), self._answer(payer.tenant, request)]
        keys += [self._ceiling(ceiling) for ceiling in ceilings]
        self._scripts = self._scripts or Scripts(self._server)
        script = self._scripts.open if name == "open" else self._scripts.close
        with translated():
            return await run(script, keys, words)

    @property
    def _server(self) -> Server:
        if self._client is None:
            self._client = connect(self._settings.url)
        return self._client

    def _accounts(self, tenant: str, batch: str) -> str:
        return f"{self._prefix}accounts:{place_of(tenant, batch)}"

    def _answer(self, tenant: str, request: str) -> str:
        return f"{self._prefix}answer:{tenant}/{request}"

    def _ceiling(self, ceiling: Ceiling) -> str:
        return f"{self._prefix}{ceiling.key}"


def _field(payer: Payer, request: str) -> str:
    return f"{payer.question}/{payer.attempt}/{request}"


def _or_none(limit: int | None) -> int:
    return -1 if limit is None else limit


def _account(kept: bytes) -> Account:
    return _decode_books(kept).account()


def _exceeded(ceilings: tuple[Ceiling, ...], rest: list[Any], worst: Spent) -> Exceeded:
    which, unit, used = int(rest[0]), rest[1], int(rest[2])
    kind = cast("Literal['tokens', 'micro_usd', 'price']", unit.decode())
    wanted = worst.total_tokens if kind == "tokens" else worst.micro_usd or 0
    return Exceeded(ceiling=ceilings[which - 1], unit=kind, used=used, wanted=wanted)
