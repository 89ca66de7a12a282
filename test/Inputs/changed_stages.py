"""Which stages of a folder that has them all (`--source-listing-after=input,all`, module-level passes, nothing elided) differ
from the stage before: prints their labels, one a line."""

import json
import sys
from pathlib import Path

former = None
folder = Path(sys.argv[1])
for line in (folder / "manifest.jsonl").read_text().splitlines():
    record = json.loads(line)
    text = (folder / record["file"]).read_text()
    if former is not None and text != former:
        print(record["stage"])
    former = text
