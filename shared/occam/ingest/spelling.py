"""One spelling for what people write in several: spaces, dashes, apostrophes, broken encodings."""

from __future__ import annotations

import re
import unicodedata

_BROKEN = re.compile(r"[ÂÃâ][\u0080-\u00bf\u2010-\u203a€™œžŸšŽŠ†‡ˆ‰‹˜¡-¿]|Ã.")
_MARKS = str.maketrans(
    dict.fromkeys("‐‑‒–—―−", "-")
    | dict.fromkeys("‘’ʼ´`", "'")
    | {"\u201c": '"', "\u201d": '"', "\u00d7": "x"}
)


def clean(text: str) -> str:
    """Composed characters, single spaces, no white space at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def repaired(text: str) -> str:
    """UTF-8 that was once read as Latin-1 or Windows-1252, read right; other text as it is."""
    if not _BROKEN.search(text):
        return text
    for encoding in ("cp1252", "latin-1"):
        try:
            return text.encode(encoding).decode()
        except UnicodeError:
            continue
    return text


def plain(text: str) -> str:
    """Straight apostrophes and quotes, hyphens for every dash, `x` for the times sign."""
    return clean(text).translate(_MARKS)


def folded(text: str) -> str:
    """The key under which two spellings of one name meet: case, marks and plural `s` ignored."""
    words = re.findall(r"[^\W_]+|[+&/.,-]", plain(text).casefold().replace("'", ""))
    return " ".join(word[:-1] if len(word) > 4 and word.endswith("s") else word for word in words)
