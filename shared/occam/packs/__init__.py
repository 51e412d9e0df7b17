"""Packs: everything one domain adds to the system, as files, loaded strictly."""

from occam.packs.loading import find_pack, known_packs, load_pack, pack_roots
from occam.packs.pack import Pack

__all__ = ["Pack", "find_pack", "known_packs", "load_pack", "pack_roots"]
