"""`python -m tracemark`."""

from tracemark.cli import main

main()
