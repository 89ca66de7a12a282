"""Checks the bytes of a section .tracemark_sources against docs/sources.md, its schema, and the listings it was made of.

    check_sources.py SECTION BLOBS FILES FOLDER   the section holds BLOBS blobs with FILES files, all below FOLDER
"""

import json
import pathlib
import struct
import sys

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
sys.path.insert(0, str(DOCS.parent / "scripts"))
from check_manifest import check  # noqa: E402


def documents(data):
    while data := data.lstrip(b"\0"):
        magic, version, encoding, length = struct.unpack_from("<8sIIQ", data)
        assert (magic, version, encoding) == (b"TMSOURCE", 1, 0), (magic, version, encoding)
        assert len(data) >= 24 + length
        yield json.loads(data[24 : 24 + length])
        data = data[24 + length :]


def problems_of(document, folder):
    schemas = {name: json.loads((DOCS / f"{name}.schema.json").read_text()) for name in ("sources", "manifest")}
    yield from check(document, schemas["sources"], schemas["sources"], "document")
    used = {file["text"] for file in document["files"]}
    if used != set(document["texts"]):
        yield f"texts: {sorted(used ^ set(document['texts']))} are not in both"
    for file in document["files"]:
        if document["texts"][file["text"]] != (folder / file["name"]).read_text():
            yield f"{file['name']}: the text is another one"
        for record in file["records"]:
            yield from check(record, schemas["manifest"], schemas["manifest"], file["name"])
            if not file["name"].endswith("/" + record["file"]) or record["file_hash"] != file["text"]:
                yield f"{file['name']}: the record is of another file: {record['file']}, {record['file_hash']}"


def main(section, blobs, files, folder):
    found = list(documents(pathlib.Path(section).read_bytes()))
    wrong = [problem for document in found for problem in problems_of(document, pathlib.Path(folder))]
    count = sum(len(document["files"]) for document in found)
    print("\n".join([*wrong, f"{len(found)} blobs, {count} files, {len(wrong)} wrong"]))
    return 0 if (not wrong and len(found) == int(blobs) and count == int(files)) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
