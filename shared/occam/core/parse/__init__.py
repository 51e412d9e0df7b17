"""Tier 0: from a question to a plan by the declarative rules of a pack, at no model's cost."""

from occam.core.parse.assembly import Understood
from occam.core.parse.parser import Parsed, Parser
from occam.core.parse.rules import Rules

__all__ = ["Parsed", "Parser", "Rules", "Understood"]
