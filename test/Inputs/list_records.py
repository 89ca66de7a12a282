"""Prints what a folder of listings holds, sorted: `<stage> <symbol path, or the operation> <file>` for each listing."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "scripts"))
from check_manifest import read_listings  # noqa: E402

records = read_listings(sys.argv[1])
for line in sorted(f"{r['stage']} {'.'.join(r['symbol']) or r['op']} {r['file']}" for r in records):
    print(line)
