"""Prints what a folder of listings holds, sorted: `<stage> <symbol path, or the operation> <file>` for each record."""

import json
import sys
from pathlib import Path

records = [json.loads(line) for line in (Path(sys.argv[1]) / "manifest.jsonl").read_text().splitlines()]
for line in sorted(f"{r['stage']} {'.'.join(r['symbol']) or r['op']} {r['file']}" for r in records):
    print(line)
