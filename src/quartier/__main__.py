"""`python -m quartier`: the command line, also where its script is not in PATH."""

import sys

from quartier.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
