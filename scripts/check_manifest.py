#!/usr/bin/env python3
"""Checks a folder of listings: every record of manifest.jsonl against docs/manifest.schema.json, and against its file.

Knows the part of JSON Schema that the schema uses and refuses the rest, so that no other package is needed."""

import json
import pathlib
import re
import sys

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "docs" / "manifest.schema.json"
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
IGNORED = {"$schema", "title", "$defs"}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def check(value, schema, root, where):
    """Yields what is wrong with `value`."""
    for key, wanted in schema.items():
        if key in IGNORED:
            continue
        if key == "$ref":
            yield from check(value, root["$defs"][wanted.rsplit("/", 1)[1]], root, where)
        elif key == "anyOf":
            if all(any(True for _ in check(value, option, root, where)) for option in wanted):
                yield f"{where}: fits none of the alternatives: {value!r}"
        elif key == "const":
            if value != wanted:
                yield f"{where}: expected {wanted!r}, found {value!r}"
        elif key == "enum":
            if value not in wanted:
                yield f"{where}: expected one of {wanted}, found {value!r}"
        elif key == "type":
            if not any(is_type(value, name) for name in ([wanted] if isinstance(wanted, str) else wanted)):
                yield f"{where}: expected {wanted}, found {value!r}"
                return
        elif key == "required":
            yield from (f"{where}: no '{name}'" for name in wanted if name not in value)
        elif key == "additionalProperties":
            yield from (f"{where}: unknown '{name}'" for name in value if name not in schema["properties"])
        elif key == "properties":
            for name, part in wanted.items():
                if name in value:
                    yield from check(value[name], part, root, f"{where}.{name}")
        elif key == "items":
            for i, item in enumerate(value):
                yield from check(item, wanted, root, f"{where}[{i}]")
        elif value is None and key in ("minLength", "pattern"):
            continue  # of strings only
        elif key in ("minimum", "minLength", "minItems"):
            if (value if key == "minimum" else len(value)) < wanted:
                yield f"{where}: {key} is {wanted}, found {value!r}"
        elif key == "maxItems":
            if len(value) > wanted:
                yield f"{where}: {key} is {wanted}, found {value!r}"
        elif key == "pattern":
            if not re.search(wanted, value):
                yield f"{where}: expected {wanted}, found {value!r}"
        else:
            raise SystemExit(f"check_manifest.py does not know '{key}' of JSON Schema")


def listings(records):
    """Yields the record of each listing: as it stands, or made of what an `unchanged` one says of an earlier one."""
    known = {}
    for record in records:
        if "unchanged" not in record:
            known[record["run"], record["file"]] = record
            yield record
            continue
        stage = {key: value for key, value in record.items() if key not in ("unchanged", "scope")}
        for file in record["unchanged"]:
            earlier = known[record["run"], file]
            scope = record["scope"] if earlier["scope"] != "rest" else "rest"
            yield {**earlier, **stage, "scope": scope}


def read_listings(folder):
    """The records of the listings of a folder, in the order of its manifest."""
    return list(listings(map(json.loads, (pathlib.Path(folder) / "manifest.jsonl").read_text().splitlines())))


def check_unchanged(record, files, where):
    """Every file has a record before, and none is named twice."""
    for file in record["unchanged"]:
        if (record["run"], file) not in files:
            yield f"{where}: no record of '{file}' before"
        if record["unchanged"].count(file) > 1:
            yield f"{where}: '{file}' is there twice"


def check_file(record, folder, where):
    path = folder / record["file"]
    if not path.is_file():
        yield f"{where}: no file {path}"
        return
    data = path.read_bytes()
    if not record["path"].endswith(record["file"]):
        yield f"{where}: '{record['path']}' does not end with '{record['file']}'"
    lines = data.decode().split("\n")[:-1]
    if len(data) != record["bytes"] or len(lines) != record["lines"]:
        yield f"{where}: {path} has {len(data)} bytes and {len(lines)} lines"
    for entry in record["entries"]:
        first, last = entry["lines"]
        plain = re.fullmatch(r"[\w$.]+", entry["symbol"], re.ASCII)  # others are printed with escapes
        if not 1 <= first < last <= len(lines) or (plain and "@" + entry["symbol"] + "(" not in lines[first - 1]
                                                   and f'"{entry["symbol"]}"' not in lines[first - 1]):
            yield f"{where}: '{entry['symbol']}' is not on lines {first} to {last}"
        elif not lines[last - 1].lstrip().startswith("}"):
            yield f"{where}: '{entry['symbol']}' does not end on line {last}"
        if entry["root"] and not first <= entry["root"][0] <= entry["root"][1] <= last:
            yield f"{where}: the root of '{entry['symbol']}' is outside of it"


def main(folder):
    folder = pathlib.Path(folder)
    schema = json.loads(SCHEMA.read_text())
    wrong, count, files = [], 0, set()
    for number, line in enumerate((folder / "manifest.jsonl").read_text().split("\n")[:-1], 1):
        record, where = json.loads(line), f"record {number}"
        count += 1
        problems = list(check(record, schema, schema, where))
        if not problems and "unchanged" in record:
            problems = list(check_unchanged(record, files, where))
        elif not problems:
            problems = list(check_file(record, folder, where))
            files.add((record["run"], record["file"]))
        wrong += problems
    print("\n".join(wrong + [f"{count} records, {len(wrong)} wrong"]))
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
