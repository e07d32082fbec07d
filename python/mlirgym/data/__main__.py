"""``python -m mlirgym.data``: make a data set of Minari from stored timings."""

import sys

from mlirgym.data.offline import main

if __name__ == "__main__":
    sys.exit(main())
