"""Paying for a model's answer: who pays, which ceilings hold, and the ports that keep the books.

A call is reserved under every ceiling before it is made and settled after it; what was paid is kept
by question and request, so that a message that is delivered again pays nothing twice, and what may
have been paid by a worker that was lost is on the bill as an estimate.
"""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from occam.core.gaps import OverBudget, TierFailed
from occam.core.model import Prompted, Reply
from occam.core.spending import Budget, Spent

FORGOTTEN = "the batch was forgotten while a model was being asked for it"
Failure = Literal["quota", "timeout", "unreachable", "settings", "invalid"]


class Payer(msgspec.Struct, frozen=True, kw_only=True):
    """The question on whose bill a call goes."""

    tenant: str
    batch: str
    question: str
    attempt: int = 1
    budget: Budget = Budget()


class Paid(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, and what it cost this question: nothing where somebody paid for it before."""

    reply: Reply
    spent: Spent
    note: str = ""


class Unpaid(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is no answer, and what the tries cost."""

    gap: OverBudget | TierFailed
    spent: Spent = Spent()


class Till(Protocol):
    """Where a tier buys answers of one model."""

    @property
    def name(self) -> str: ...

    async def ask(self, payer: Payer, prompted: Prompted) -> Paid | Unpaid:
        """The answer, or why there is none. Raises `core.errors.Transient` when the message should
        be tried again; what the try cost is then kept for the next one."""
        ...


class Ceiling(msgspec.Struct, frozen=True, kw_only=True):
    """A limit that calls share: `name` says whose it is in a sentence ("of the question"), `key`
    tells it from others. None is no limit; tokens are input and output, money is in millionths of a
    dollar."""

    name: str
    key: str
    tokens: int | None = None
    micro_usd: int | None = None


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one request of one question. `spent` counts finished calls, failed ones and
    those of which nobody knows the end; `failures` counts by kind; `reply` is there once one came.
    """

    spent: Spent = Spent()
    failures: dict[str, int] = {}
    reply: Reply | None = None


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The right to make one call, by its number, the account so far, and what is reserved."""

    number: str
    account: Account
    worst: Spent = Spent()


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that is there already; `own` when this question paid for it."""

    account: Account
    own: bool


class Exceeded(msgspec.Struct, frozen=True, kw_only=True):
    """A ceiling that the call could break: what is used, what was wanted, and which unit. `unit`
    is `price` where nobody knows what the call costs and the ceiling is one of money."""

    ceiling: Ceiling
    unit: Literal["tokens", "micro_usd", "price"]
    used: int
    wanted: int


class Purse(Protocol):
    """Keeps what was reserved and spent, shared by every worker."""

    async def open(
        self, payer: Payer, request: str, worst: Spent, ceilings: tuple[Ceiling, ...]
    ) -> Opened | Known | Exceeded:
        """Reserve a call under all ceilings, or none of them. `request` is the digest of what is
        asked."""
        ...

    async def account(self, payer: Payer, request: str) -> Account:
        """What is known of a request so far; nothing is reserved."""
        ...

    async def settle(
        self,
        payer: Payer,
        request: str,
        opened: Opened,
        reply: Reply,
        ceilings: tuple[Ceiling, ...],
    ) -> Account:
        """The call was answered: it costs what the reply says, and the rest is free again. Raises
        `core.errors.Permanent` where the batch was forgotten meanwhile."""
        ...

    async def fail(
        self,
        payer: Payer,
        request: str,
        opened: Opened,
        kind: Failure,
        lost: Spent,
        ceilings: tuple[Ceiling, ...],
    ) -> Account:
        """The call failed; `lost` is what it may have cost all the same. Time that passes until the
        next call counts as waiting where the kind is `quota`."""
        ...

    async def used(self, ceiling: Ceiling) -> Spent:
        """What was spent and is reserved under a ceiling: tokens as input tokens."""
        ...

    async def forget(self, tenant: str, batch: str) -> None:
        """Remove all accounts of a batch, and the answers that they hold."""
        ...
