"""Questions that nobody asked, with the plans and answers they must have: for training and tests.

A grammar of English, a pack's own words and the values of one graph make questions of every shape
a plan can have. What is expected of each is computed from the plan, never read from the words.
"""

from occam.phrasing.generate import Generated, Generator, generate
from occam.phrasing.grammar import SPLITS, Split, english
from occam.phrasing.kinds import KINDS
from occam.phrasing.stock import Stock, stock
from occam.phrasing.wording import Wording, wording_of

__all__ = [
    "KINDS",
    "SPLITS",
    "Generated",
    "Generator",
    "Split",
    "Stock",
    "Wording",
    "english",
    "generate",
    "stock",
    "wording_of",
]
