"""`python -m occam.cli` is `occam`."""

from occam.cli.main import main

main()
