"""litellm, imported when the first model is asked, and told to keep quiet.

It reads its price list from its own files (it would fetch one at import), retries nothing (the bus
does), logs no message and calls nobody back. Importing takes seconds: it happens in a thread.
"""

from __future__ import annotations

import importlib.util
import logging
import os
from functools import cache
from typing import Any

from occam.core.errors import BadConfig

EXTRA = "llm"
_LOGS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai")


def require() -> None:
    """Raises `BadConfig` that names the extra where litellm is not installed; imports nothing."""
    if importlib.util.find_spec("litellm") is None:
        raise BadConfig(f"a model needs litellm: install the extra `pip install 'occam[{EXTRA}]'`")


@cache
def litellm() -> Any:
    """The module."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm as imported  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    module: Any = imported
    module.suppress_debug_info = True
    module.telemetry = False
    module.DEFAULT_MAX_RETRIES = 0
    module.turn_off_message_logging = True
    module.redact_user_api_key_info = True
    for name in _LOGS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return module
