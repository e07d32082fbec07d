"""``python -m mlirgym.workloads``: the command ``mlirgym workload``."""

import sys

from mlirgym.workloads.runner import main

if __name__ == "__main__":
    sys.exit(main())
