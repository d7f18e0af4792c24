#!/usr/bin/env python3
# Lists the libm functions that object files call: check_symbols.py NM OBJECT ... exits 1 where there is one.
import subprocess
import sys

from portable import LIBM

BANNED = {name + suffix for name in LIBM for suffix in ("", "f", "l")}


def calls(nm, path):
    listing = subprocess.run([nm, "--undefined-only", path], capture_output=True, text=True, check=True).stdout
    return sorted(BANNED & {line.split()[-1].split("@")[0] for line in listing.splitlines() if line.strip()})


def main():
    nm, paths = sys.argv[1], sys.argv[2:]
    found = [f"{path}: calls {', '.join(names)}: use playset/core/math.h" for path in paths if (names := calls(nm, path))]
    print("\n".join(found + [f"{len(paths)} objects, {len(found)} with calls into libm"]))
    return 1 if found or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
