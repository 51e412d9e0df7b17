"""Lets the tests of the sample share the reader of its facts."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
