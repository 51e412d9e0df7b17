"""What JSON and MessagePack cost for each frozen example: the measure behind decision 0003."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from occam.messages.catalog import AnyMessage, Wire

EXAMPLES = Path(__file__).parent.parent / "tests" / "contracts" / "wire"
ROUNDS = 5_000


def microseconds(work: Callable[[], object]) -> float:
    """The best of three runs, for each call."""
    best = float("inf")
    for _ in range(3):
        started = time.perf_counter()
        for _ in range(ROUNDS):
            work()
        best = min(best, time.perf_counter() - started)
    return best / ROUNDS * 1e6


def cost(message: Wire, encode: Callable[[Wire], bytes], decode: Callable[[bytes], Wire]) -> tuple:
    """Bytes of a message, and microseconds to write and read it."""
    body = encode(message)
    return len(body), microseconds(lambda: decode(encode(message)))


def main() -> None:
    """One line for each example: both formats, then MessagePack as a share of JSON."""
    as_json = msgspec.json.Encoder().encode, msgspec.json.Decoder(AnyMessage).decode
    as_pack = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(AnyMessage).decode
    print(f"{'message':32} {'JSON':>14} {'MessagePack':>14}   size  time")
    for path in sorted(EXAMPLES.glob("*.json")):
        message = as_json[1](path.read_bytes())
        (size, spent), (packed, packed_spent) = cost(message, *as_json), cost(message, *as_pack)
        both = f"{size:6} B {spent:5.1f}us {packed:6} B {packed_spent:5.1f}us"
        print(f"{path.stem:32} {both}   {packed / size:.2f}  {packed_spent / spent:.2f}")


if __name__ == "__main__":
    main()
