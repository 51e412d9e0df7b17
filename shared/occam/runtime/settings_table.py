"""The settings as a table for the documentation, printed from the code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from occam.runtime.settings import Leaf, leaves

DESCRIPTIONS: Mapping[str, str] = {
    "home": "data directory: broker files, graphs, logs (environment only)",
    "pack": "pack of a load or a question that names none",
    "packs": "folders with further packs, searched before the bundled ones",
    "redis_url": "broker to use; empty starts the bundled one",
    "port": "port of the bundled broker on 127.0.0.1; 0 takes a free one",
    "durability": "when the bundled broker syncs its log to disk (`appendfsync`)",
    "signing_key": "Ed25519 private key (PEM) that signs certificates; none leaves them unsigned",
    "otlp_endpoint": "where traces go over OTLP/HTTP; empty exports none",
    "log_level": "least severity that is logged",
    "log_bytes": "size at which a log is rotated; one older file is kept",
    "ready_timeout": "seconds `occam up` waits until everything is ready",
    "benchmark": "folder of the public benchmark, for `occam evaluate public`",
    "bus.namespace": "first part of every key, so that two installations may share a broker",
    "bus.shards": "slots that questions are spread over",
    "bus.batch": "most messages a worker takes at once",
    "bus.lease_ms": "how long a worker may be silent about a message before another takes it",
    "bus.max_deliveries": "how often a message may fail alone before it is a dead letter",
    "bus.backoff_ms": "first wait between two tries, doubled each time",
    "bus.backoff_limit_ms": "longest wait between two tries",
    "bus.evidence_limit": "bytes of a message above which evidence is stored beside it",
    "bus.question_limit": "characters of a question above which it is refused",
    "bus.high_water": "waiting questions a shard takes before the intake says busy",
    "bus.trim_ms": "time between two trims of what every service has acknowledged",
    "bus.slow_tasks": "slow messages a worker has in hand at once",
    "bus.commit_ms": "how long a result may wait for others to be committed with it",
    "bus.heartbeat_ms": "time between two signs of life of a worker",
    "bus.grace_ms": "how long a stopping worker may finish what it has in hand",
    "bus.confirm_disk": "an accepted question is on the broker's disk (WAITAOF)",
    "workers.classifier": "processes of the classifier",
    "workers.graph_executor": "processes of the graph-executor",
    "workers.disambiguator": "processes of the disambiguator",
    "workers.document_reader": "processes of the document-reader",
    "workers.certifier": "processes of the certifier",
}


def settings_table() -> str:
    """A Markdown table of all settings."""
    lines = ["| variable | key in occam.toml | default | what it is |", "|---|---|---|---|"]
    for leaf in leaves():
        key = ".".join(leaf.path)
        shown = "" if key == "home" else f"`{key}`"
        lines.append(f"| `{leaf.variable}` | {shown} | {_default(leaf)} | {DESCRIPTIONS[key]} |")
    return "\n".join(lines) + "\n"


def _default(leaf: Leaf) -> str:
    if leaf.path == ("home",):
        return "the user's data folder"
    choices = _choices(leaf.kind)
    value = _plain(leaf.default)
    return f"`{value}`{choices}" if value else f"none{choices}"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None or value == () else str(value)


def _choices(kind: Any) -> str:
    if get_origin(kind) is not Literal:
        return ""
    return " of " + ", ".join(get_args(kind))
