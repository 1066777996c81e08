"""The command `kern`; also `python -m kern`."""

import os
import sys

from . import _kern


def main() -> None:
    """Runs the command line of this process."""
    own = os.path.abspath(sys.argv[0]) if os.path.basename(sys.argv[0]) == "kern" else "kern"
    sys.exit(_kern.main([own, *sys.argv[1:]]))


if __name__ == "__main__":
    main()
