"""Every purse: what is reserved under a ceiling never passes it, and nothing is paid unseen."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.bus.broker import Broker
from occam.bus.connection import connect
from occam.bus.purse import KEPT_S, SharedPurse
from occam.bus.settings import BusSettings
from occam.core.errors import Permanent
from occam.core.model import Reply
from occam.core.paying import Account, Ceiling, Exceeded, Known, Opened, Payer, Purse
from occam.core.spending import Spent
from occam.llm.books import MemoryPurse

SHARED = pytest.param("shared", marks=pytest.mark.integration)
PAYER = Payer(tenant="t", batch="b", question="q")
WORST = Spent(input_tokens=60, output_tokens=40, context_tokens=30, model_calls=1, micro_usd=200)
COST = Spent(input_tokens=50, output_tokens=10, context_tokens=20, model_calls=1, micro_usd=80)
REPLY = Reply(text="an answer", spent=COST, first={"A": -0.1})
SCOPES = ("question:t/b/q/1", "batch:t/b", "tenant:t:2026-01-01", "day:2026-01-01")


class Clock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


def ceilings(at: int = -1, **limits: int) -> tuple[Ceiling, ...]:
    """All four, one of them with limits."""
    made = [Ceiling(name=key.partition(":")[0], key=key) for key in SCOPES]
    if limits:
        made[at] = msgspec.structs.replace(made[at], **limits)
    return tuple(made)


def namespaced(broker: Broker) -> BusSettings:
    return BusSettings(url=broker.url, namespace=f"t{secrets.token_hex(6)}")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", SHARED])
async def purse(request: Any, clock: Clock) -> AsyncIterator[Purse]:
    """Each implementation in turn."""
    if request.param == "memory":
        yield MemoryPurse(clock)
        return
    broker = request.getfixturevalue("broker")
    made = SharedPurse(namespaced(broker), now=clock)
    yield made
    await made.close()


async def opened(purse: Purse, request: str = "r", payer: Payer = PAYER, **more: Any) -> Opened:
    found = await purse.open(payer, request, WORST, more.get("under") or ceilings())
    assert isinstance(found, Opened)
    return found


async def paid(purse: Purse, request: str = "r", payer: Payer = PAYER) -> None:
    found = await opened(purse, request, payer)
    await purse.settle(payer, request, found, REPLY, ceilings())


async def test_a_call_holds_its_worst_and_then_costs_what_it_cost(purse: Purse) -> None:
    found = await opened(purse)
    for ceiling in ceilings():
        held = await purse.used(ceiling)
        assert (held.input_tokens, held.micro_usd) == (100, 200)
    account = await purse.settle(PAYER, "r", found, REPLY, ceilings())
    assert account.spent == COST
    assert account.reply == REPLY
    for ceiling in ceilings():
        held = await purse.used(ceiling)
        assert (held.input_tokens, held.micro_usd) == (60, 80)


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("unit", ["tokens", "micro_usd"])
async def test_no_ceiling_is_passed_by_a_unit_and_all_are_left_as_they_were(
    purse: Purse, at: int, unit: str
) -> None:
    wanted = {"tokens": 100, "micro_usd": 200}[unit]
    await opened(purse, "exactly", under=ceilings(at, **{unit: wanted}))
    over = await purse.open(PAYER, "more", WORST, ceilings(at, **{unit: 2 * wanted - 1}))
    assert isinstance(over, Exceeded)
    assert (over.ceiling.key, over.unit) == (SCOPES[at], unit)
    assert (over.used, over.wanted) == (wanted, wanted)
    for ceiling in ceilings():
        assert (await purse.used(ceiling)).input_tokens == 100
    assert await purse.account(PAYER, "more") == Account()
    await opened(purse, "more", under=ceilings(at, **{unit: 2 * wanted}))


async def test_a_price_that_nobody_knows_passes_every_ceiling_of_money_and_none_of_tokens(
    purse: Purse,
) -> None:
    unpriced = msgspec.structs.replace(WORST, micro_usd=None)
    over = await purse.open(PAYER, "r", unpriced, ceilings(1, micro_usd=10**12))
    assert isinstance(over, Exceeded)
    assert over.unit == "price"
    found = await purse.open(PAYER, "r", unpriced, ceilings(1, tokens=100))
    assert isinstance(found, Opened)
    free = Reply(text="x", spent=msgspec.structs.replace(COST, micro_usd=None))
    account = await purse.settle(PAYER, "r", found, free, ceilings())
    assert account.spent.micro_usd is None
    assert (await purse.used(ceilings()[1])).micro_usd == 0


async def test_what_was_answered_is_known_and_costs_its_question_the_same_again(
    purse: Purse,
) -> None:
    await paid(purse)
    for _ in range(3):
        known = await purse.open(PAYER, "r", WORST, ceilings(0, tokens=0))
        assert known == Known(account=await purse.account(PAYER, "r"), own=True)
        assert known.account.spent == COST
    assert (await purse.used(ceilings()[0])).input_tokens == 60


async def test_another_question_has_the_answer_for_nothing(purse: Purse) -> None:
    await paid(purse)
    other = msgspec.structs.replace(PAYER, question="q2", batch="b2")
    known = await purse.open(other, "r", WORST, ceilings(0, tokens=0))
    assert isinstance(known, Known)
    assert not known.own
    assert known.account.reply == REPLY
    assert known.account.spent == Spent()


async def test_another_tenant_never_has_it(purse: Purse) -> None:
    await paid(purse)
    for tenant in ("u", "T", "t2", "t:b"):
        other = msgspec.structs.replace(PAYER, tenant=tenant)
        assert isinstance(await purse.open(other, "r", WORST, ceilings()), Opened)


async def test_an_attempt_of_its_own_is_a_bill_of_its_own(purse: Purse) -> None:
    found = await opened(purse)
    await purse.fail(PAYER, "r", found, "timeout", WORST, ceilings())
    again = msgspec.structs.replace(PAYER, attempt=2)
    assert (await purse.account(again, "r")).failures == {}


async def test_a_call_of_which_nobody_knows_the_end_is_on_the_bill_as_an_estimate(
    purse: Purse,
) -> None:
    await opened(purse)
    again = await opened(purse)
    assert again.account.spent == msgspec.structs.replace(WORST, estimated=True)
    account = await purse.settle(PAYER, "r", again, REPLY, ceilings())
    assert account.spent == msgspec.structs.replace(WORST, estimated=True) + COST
    assert account.spent.model_calls == 2
    assert (await purse.used(ceilings()[3])).input_tokens == 160


async def test_a_lost_call_still_counts_when_others_have_the_answer(purse: Purse) -> None:
    await opened(purse)
    other = msgspec.structs.replace(PAYER, question="q2")
    await paid(purse, payer=other)
    known = await purse.open(PAYER, "r", WORST, ceilings())
    assert isinstance(known, Known)
    assert known.account.spent == msgspec.structs.replace(WORST, estimated=True)


@pytest.mark.parametrize("kind", ["quota", "timeout", "unreachable", "settings", "invalid"])
async def test_failures_are_counted_by_kind_and_cost_what_is_said_of_them(
    purse: Purse, kind: Any
) -> None:
    lost = WORST if kind in ("timeout", "invalid") else Spent()
    for number in (1, 2):
        found = await opened(purse)
        account = await purse.fail(PAYER, "r", found, kind, lost, ceilings())
        assert account.failures == {kind: number}
        assert account.reply is None
    assert account.spent.total_tokens == 2 * lost.total_tokens
    assert (await purse.used(ceilings()[2])).input_tokens == 2 * lost.total_tokens


async def test_only_the_time_after_a_quota_is_waiting(purse: Purse, clock: Clock) -> None:
    for kind in ("timeout", "quota"):
        found = await opened(purse)
        clock.at += 100
        await purse.fail(PAYER, "r", found, kind, Spent(), ceilings())
        clock.at += 2.5
    found = await opened(purse)
    assert found.account.spent.waited_ms == pytest.approx(2500, abs=2)
    clock.at += 50
    account = await purse.settle(PAYER, "r", found, REPLY, ceilings())
    assert account.spent.waited_ms == pytest.approx(2500, abs=2)


async def test_a_call_is_closed_once(purse: Purse) -> None:
    found = await opened(purse)
    first = await purse.settle(PAYER, "r", found, REPLY, ceilings())
    assert await purse.settle(PAYER, "r", found, REPLY, ceilings()) == first
    assert await purse.fail(PAYER, "r", found, "timeout", WORST, ceilings()) == first
    assert (await purse.used(ceilings()[0])).input_tokens == 60


async def test_the_first_answer_stays_the_answer(purse: Purse) -> None:
    one, two = await opened(purse), await opened(purse)
    await purse.settle(PAYER, "r", two, REPLY, ceilings())
    late = Reply(text="another", spent=COST)
    account = await purse.settle(PAYER, "r", one, late, ceilings())
    assert account.reply == REPLY
    assert account.spent == COST + COST


async def test_a_forgotten_batch_leaves_no_account_and_no_answer(purse: Purse) -> None:
    await paid(purse)
    kept = msgspec.structs.replace(PAYER, batch="kept")
    await paid(purse, "s", kept)
    await purse.forget("t", "b")
    assert (await purse.account(PAYER, "r")).reply is None
    assert (await purse.account(kept, "s")).reply == REPLY
    for ceiling in ceilings()[:2]:
        assert (await purse.used(ceiling)).input_tokens == 0
    assert (await purse.used(ceilings()[3])).input_tokens == 120
    other = msgspec.structs.replace(PAYER, question="other")
    assert isinstance(await purse.open(other, "r", WORST, ceilings()), Opened)


async def test_a_batch_that_is_forgotten_during_a_call_stays_forgotten_and_the_day_is_billed(
    purse: Purse,
) -> None:
    found = await opened(purse)
    await purse.forget("t", "b")
    with pytest.raises(Permanent, match="forgotten"):
        await purse.settle(PAYER, "r", found, REPLY, ceilings())
    assert (await purse.account(PAYER, "r")).spent == Spent()
    used = [(await purse.used(ceiling)).input_tokens for ceiling in ceilings()]
    assert used == [0, 0, 60, 60]


Step = tuple[str, int, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["open", "open", "settle", "fail"]),
        st.integers(0, 3),
        st.integers(0, 120),
        st.integers(0, 300),
    ),
    max_size=25,
)


async def follow(purse: Purse, steps: list[Step], cap: Ceiling) -> None:
    """Held against the plain sum of what was settled and what is held, after every step."""
    held: list[tuple[Payer, str, Opened, Spent]] = []
    settled, under = Spent(), (cap,)
    for at, (what, who, tokens, money) in enumerate(steps):
        if what == "open":
            payer = msgspec.structs.replace(PAYER, question=f"q{who}")
            spent = Spent(input_tokens=tokens, model_calls=1, micro_usd=money)
            found = await purse.open(payer, f"r{at}", spent, under)
            if isinstance(found, Opened):
                held.append((payer, f"r{at}", found, spent))
        elif held:
            payer, request, found, worst = held.pop(who % len(held))
            cost = Spent(
                input_tokens=min(tokens, worst.input_tokens),
                micro_usd=min(money, worst.micro_usd or 0),
            )
            if what == "settle":
                await purse.settle(payer, request, found, Reply(text="x", spent=cost), under)
            else:
                await purse.fail(payer, request, found, "invalid", cost, under)
            settled = settled + cost
        used = await purse.used(cap)
        total = sum((worst for *_, worst in held), settled)
        assert (used.input_tokens, used.micro_usd) == (total.input_tokens, total.micro_usd)
        assert used.input_tokens <= (cap.tokens or 0)
        assert (used.micro_usd or 0) <= (cap.micro_usd or 0)


CAPS = st.builds(
    lambda tokens, money: Ceiling(name="day", key="day:x", tokens=tokens, micro_usd=money),
    st.integers(0, 400),
    st.integers(0, 900),
)


@given(STEPS, CAPS)
def test_used_is_settled_and_held_and_never_above_the_cap(steps: list[Step], cap: Ceiling) -> None:
    asyncio.run(follow(MemoryPurse(), steps, cap))


@pytest.mark.integration
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, cap=CAPS)
def test_used_is_settled_and_held_on_the_broker_too(
    broker: Broker, steps: list[Step], cap: Ceiling
) -> None:
    async def run() -> None:
        purse = SharedPurse(namespaced(broker))
        try:
            await follow(purse, steps, cap)
        finally:
            await purse.close()

    asyncio.run(run())


@pytest.mark.integration
@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("unit", ["tokens", "micro_usd"])
async def test_many_clients_at_once_spend_no_more_than_the_cap(
    broker: Broker, at: int, unit: str
) -> None:
    bus = namespaced(broker)
    purses = [SharedPurse(bus) for _ in range(4)]
    most = {"tokens": 730, "micro_usd": 1490}[unit]
    under = ceilings(at, **{unit: most})
    spent: list[Spent] = []

    async def ask(number: int) -> bool:
        purse = purses[number % 4]
        found = await purse.open(PAYER, f"r{number}", WORST, under)
        if not isinstance(found, Opened):
            return False
        await asyncio.sleep(0)
        if number % 5:
            account = await purse.settle(PAYER, f"r{number}", found, REPLY, under)
        else:
            account = await purse.fail(PAYER, f"r{number}", found, "timeout", WORST, under)
        spent.append(account.spent)
        return True

    asked = await asyncio.gather(*(ask(number) for number in range(120)))
    total = sum(spent, Spent())
    value = total.total_tokens if unit == "tokens" else total.micro_usd
    assert 0 < (value or 0) <= most
    assert 0 < sum(asked) < len(asked)
    used = await purses[0].used(under[at])
    assert (used.input_tokens, used.micro_usd) == (total.total_tokens, total.micro_usd)
    for purse in purses:
        await purse.close()


@pytest.mark.integration
async def test_every_key_of_the_purse_expires(broker: Broker) -> None:
    bus = namespaced(broker)
    purse = SharedPurse(bus, cache_s=60)
    await paid(purse)
    await opened(purse, "lost")
    server = connect(bus.url)
    found = {key: await server.ttl(key) for key in await server.keys(f"*{bus.namespace}*")}
    assert len(found) == 6
    assert all(0 < left <= KEPT_S for left in found.values())
    assert min(found.values()) <= 60
    await purse.close()
    await server.aclose()


@pytest.mark.integration
async def test_without_a_cache_nobody_else_has_the_answer(broker: Broker) -> None:
    purse = SharedPurse(namespaced(broker), cache_s=0)
    await paid(purse)
    other = msgspec.structs.replace(PAYER, question="q2")
    assert isinstance(await purse.open(other, "r", WORST, ceilings()), Opened)
    assert isinstance(await purse.open(PAYER, "r", WORST, ceilings()), Known)
    await purse.close()
