"""`python -m occam.cli` is `occam`."""

from occam.cli.entry import main

main()
