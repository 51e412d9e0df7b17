"""A purse in memory: for one process, and the plain statement of what every purse does."""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Callable

import msgspec

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


class _Books(msgspec.Struct):
    """What is kept of one request of one question; times are in seconds."""

    open: dict[str, Spent] = {}
    paid: Spent = Spent()
    failures: dict[str, int] = {}
    quota_since: float = 0.0
    reply: Reply | None = None

    def account(self) -> Account:
        spent = self.paid
        for held in self.open.values():
            spent = spent + msgspec.structs.replace(held, estimated=True)
        return Account(spent=spent, failures=dict(self.failures), reply=self.reply)


class MemoryPurse:
    """Ceilings and accounts of one process; `now` is a clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.time, shared: bool = True) -> None:
        self._now, self._shared = now, shared
        self._numbers = itertools.count(1)
        self._books: dict[tuple[str, str, str, int, str], _Books] = {}
        self._replies: dict[tuple[str, str], Reply] = {}
        self._tokens: dict[str, int] = defaultdict(int)
        self._money: dict[str, int] = defaultdict(int)

    async def open(
        self, payer: Payer, request: str, worst: Spent, ceilings: tuple[Ceiling, ...]
    ) -> Opened | Known | Exceeded:
        """Reserve a call under all ceilings, or none of them."""
        books = self._books.get(_key(payer, request)) or _Books()
        if books.reply:
            return Known(account=books.account(), own=True)
        if self._shared and (reply := self._replies.get((payer.tenant, request))):
            account = msgspec.structs.replace(books.account(), reply=reply)
            return Known(account=account, own=False)
        for ceiling in ceilings:
            if exceeded := self._broken(ceiling, worst):
                return exceeded
        if books.quota_since:
            waited = 1000 * max(0.0, self._now() - books.quota_since)
            books.paid = books.paid + Spent(waited_ms=waited)
            books.quota_since = 0.0
        before = books.account()
        number = str(next(self._numbers))
        books.open[number] = worst
        self._books[_key(payer, request)] = books
        self._book(ceilings, worst, 1)
        return Opened(number=number, account=before, worst=worst)

    async def account(self, payer: Payer, request: str) -> Account:
        """What is known of a request so far."""
        books = self._books.get(_key(payer, request))
        return books.account() if books else Account()

    async def settle(
        self,
        payer: Payer,
        request: str,
        opened: Opened,
        reply: Reply,
        ceilings: tuple[Ceiling, ...],
    ) -> Account:
        """The call was answered."""
        books = self._closed(payer, request, opened, reply.spent, ceilings)
        if books is None:
            return await self.account(payer, request)
        books.reply = books.reply or reply
        self._replies.setdefault((payer.tenant, request), reply)
        return books.account()

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
        books = self._closed(payer, request, opened, lost, ceilings)
        if books is None:
            return await self.account(payer, request)
        books.failures[kind] = books.failures.get(kind, 0) + 1
        if kind == "quota":
            books.quota_since = self._now()
        return books.account()

    async def used(self, ceiling: Ceiling) -> Spent:
        """What was spent and is reserved under a ceiling."""
        key = ceiling.key
        return Spent(input_tokens=self._tokens.get(key, 0), micro_usd=self._money.get(key, 0))

    async def forget(self, tenant: str, batch: str) -> None:
        """Remove all accounts of a batch, and the answers that they hold."""
        place = f"{tenant}/{batch}"
        for key in [key for key in self._books if key[:2] == (tenant, batch)]:
            del self._books[key]
            self._replies.pop((tenant, key[4]), None)
            self._drop(f"question:{place}/{key[2]}/{key[3]}")
        self._drop(f"batch:{place}")

    def _drop(self, ceiling: str) -> None:
        self._tokens.pop(ceiling, None)
        self._money.pop(ceiling, None)

    def _broken(self, ceiling: Ceiling, worst: Spent) -> Exceeded | None:
        used, wanted = self._tokens[ceiling.key], worst.total_tokens
        if ceiling.tokens is not None and used + wanted > ceiling.tokens:
            return Exceeded(ceiling=ceiling, unit="tokens", used=used, wanted=wanted)
        if ceiling.micro_usd is None:
            return None
        used = self._money[ceiling.key]
        if worst.micro_usd is None:
            return Exceeded(ceiling=ceiling, unit="price", used=used, wanted=0)
        if used + worst.micro_usd > ceiling.micro_usd:
            wanted = worst.micro_usd
            return Exceeded(ceiling=ceiling, unit="micro_usd", used=used, wanted=wanted)
        return None

    def _closed(
        self,
        payer: Payer,
        request: str,
        opened: Opened,
        spent: Spent,
        ceilings: tuple[Ceiling, ...],
    ) -> _Books | None:
        """The books with one call less; None where it was closed before."""
        books = self._books.get(_key(payer, request))
        if books and opened.number not in books.open:
            return None
        standing = tuple(each for each in ceilings if each.key in self._tokens)
        self._book(standing, opened.worst, -1)
        self._book(standing, spent, 1)
        if books is None:
            raise Permanent(FORGOTTEN)
        del books.open[opened.number]
        books.paid = books.paid + spent
        return books

    def _book(self, ceilings: tuple[Ceiling, ...], spent: Spent, sign: int) -> None:
        for ceiling in ceilings:
            self._tokens[ceiling.key] += sign * spent.total_tokens
            self._money[ceiling.key] += sign * (spent.micro_usd or 0)


def _key(payer: Payer, request: str) -> tuple[str, str, str, int, str]:
    return payer.tenant, payer.batch, payer.question, payer.attempt, request
