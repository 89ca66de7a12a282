"""Which stages of a folder that has them all (`--source-listing-after=input,all`, module-level passes, nothing elided) differ
from the stage before: prints their labels, one a line."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "scripts"))
from check_manifest import read_listings  # noqa: E402

former = None
folder = Path(sys.argv[1])
for record in read_listings(folder):
    text = (folder / record["file"]).read_text()
    if former is not None and text != former:
        print(record["stage"])
    former = text
