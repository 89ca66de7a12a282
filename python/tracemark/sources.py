"""Listings inside a program: the ELF section that tracemark-embed-sources makes (docs/sources.md)."""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, TypeVar

import arpy
import typer
import zstandard
from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from tracemark.errors import TracemarkError, nearest
from tracemark.manifest import FILE_NAME as MANIFEST_NAME
from tracemark.manifest import Manifest, Record, parse_record

SECTION = ".tracemark_sources"
MAGIC = b"TMSOURCE"
HEADER = struct.Struct("<8sIIQ")  # magic, version, encoding, bytes that follow
VERSION = 1
PLAIN, ZSTD = 0, 1
LARGEST = 1 << 30  # bytes of a document: a damaged size must not ask for all memory
ELF_MAGIC, ARCHIVE_MAGIC, THIN_MAGIC = b"\x7fELF", b"!<arch>\n", b"!<thin>\n"
# What the readers of ELF and of archives, and our own, raise for bytes that are not what they should be.
DAMAGE = (
    ELFError, arpy.ArchiveFormatError, arpy.ArchiveAccessError, zstandard.ZstdError,
    ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, struct.error, MemoryError,
    RecursionError, EOFError,
)  # fmt: skip
Read = TypeVar("Read")


@dataclass(frozen=True)
class Source:
    """One listing. `name` is what locations and debug info call it; relative ones start at `directory`."""

    name: str
    directory: str | None
    hash: str
    text: str
    records: tuple[dict[str, Any], ...]

    @property
    def stages(self) -> list[str]:
        """Labels of the stages that it is the listing of."""
        return [str(record["stage"]) for record in self.records]

    @property
    def symbols(self) -> list[str]:
        """The functions in it."""
        entries = [entry for record in self.records for entry in parse_record(record).entries]
        return list(dict.fromkeys(entry.symbol for entry in entries))

    @property
    def path(self) -> str:
        """Its name from the root of the file system, as far as that is known."""
        return str(PurePosixPath(self.directory or "", self.name))


def read_sources(binary: Path) -> list[Source]:
    """The listings in an executable, a shared object, an object file or an archive, in their order, each once."""
    found: dict[tuple[str, str], Source] = {}
    try:
        with binary.open("rb") as file:
            for where, section in read_sections(file, str(binary)):
                for source in read_section(where, section):
                    found.setdefault((source.path, source.hash), source)
    except OSError as error:
        raise TracemarkError(f"'{binary}' cannot be read: {error.strerror or error}") from error
    if not found:
        raise TracemarkError(
            f"'{binary}' has no section {SECTION}: it carries no listings",
            "tracemark-embed-sources{as=global} at the end of the pipeline puts them there",
        )
    return list(found.values())


def read_sections(file: BinaryIO, where: str) -> Iterator[tuple[str, bytes]]:
    """The sections of our name, each with words for where it is."""
    file.seek(0)
    magic = file.read(len(ARCHIVE_MAGIC))
    file.seek(0)
    if magic == ARCHIVE_MAGIC:
        yield from read_archive(file, where)
    elif magic == THIN_MAGIC:
        raise TracemarkError(f"'{where}' is a thin archive, which holds no objects", "give the objects")
    elif magic.startswith(ELF_MAGIC):
        for section in guarded(lambda: elf_sections(file), f"'{where}' is no whole ELF file"):
            yield where, section
    else:
        raise TracemarkError(f"'{where}' is neither an ELF file nor an archive of such")


def read_archive(file: BinaryIO, where: str) -> Iterator[tuple[str, bytes]]:
    """The sections of the ELF files in an archive; other members are passed over."""
    for name, member in guarded(lambda: archive_members(file), f"'{where}' is no whole archive"):
        if member.read(len(ELF_MAGIC)) == ELF_MAGIC:
            yield from read_sections(member, f"{where}({name})")


def archive_members(file: BinaryIO) -> list[tuple[str, BinaryIO]]:
    """Names and contents; several may have one name."""
    archive = arpy.Archive(fileobj=file)
    return [(member.name.decode(errors="replace"), archive.open(member)) for member in archive.infolist()]


def elf_sections(file: BinaryIO) -> list[bytes]:
    """The contents of the sections of our name."""
    return [section.data() for section in ELFFile(file).iter_sections() if section.name == SECTION]


def guarded(read: Callable[[], Read], damaged: str) -> Read:
    """The result of a reader; a message if the bytes are not what it expects."""
    try:
        return read()
    except DAMAGE as error:
        detail = " ".join(str(error).split())
        raise TracemarkError(f"{damaged}{': ' if detail else ''}{detail}") from error


def read_section(where: str, section: bytes) -> Iterator[Source]:
    """The listings of every blob; modules that were linked have one each, with zero bytes between them."""
    at = 0
    while at < len(section):
        if not section[at]:
            at += 1
            continue
        place = f"byte {at} of the section {SECTION} of '{where}'"
        if len(section) - at < HEADER.size:
            raise TracemarkError(f"the blob at {place} is cut: {len(section) - at} bytes are no header")
        magic, version, encoding, length = HEADER.unpack_from(section, at)
        if magic != MAGIC:
            raise TracemarkError(f"there is no blob at {place}, where one should begin")
        if version != VERSION or encoding not in (PLAIN, ZSTD):
            raise TracemarkError(
                f"the blob at {place} has version {version} and encoding {encoding}, which this tracemark does not know"
            )
        at += HEADER.size
        if len(section) - at < length:
            raise TracemarkError(f"the blob at {place} is cut: {len(section) - at} of {length} bytes are there")
        payload = section[at : at + length]
        yield from guarded(lambda: read_document(payload, encoding), f"the blob at {place} is damaged")  # noqa: B023
        at += length


def read_document(payload: bytes, encoding: int) -> list[Source]:
    """The listings of one blob."""
    if encoding == ZSTD:
        if zstandard.frame_content_size(payload) > LARGEST:
            raise ValueError(f"it claims to hold more than {LARGEST} bytes")
        payload = zstandard.ZstdDecompressor().decompress(payload)
    data = json.loads(payload)
    if b"\\ud" in payload or b"\\uD" in payload:
        json.dumps(data, ensure_ascii=False).encode()  # raises ValueError for halves of characters
    if data["version"] != VERSION:
        raise ValueError(f"its document has the version {data['version']}")
    directory = None if data["directory"] is None else str(data["directory"])
    sources = []
    for file in data["files"]:
        records = tuple(dict(record) for record in file["records"])
        for record in records:
            parse_record(record)
        sources.append(Source(str(file["name"]), directory, str(file["text"]), data["texts"][file["text"]], records))
        if not isinstance(sources[-1].text, str):
            raise TypeError(f"the text of '{file['name']}' is no text")
    return sources


def to_json(source: Source) -> dict[str, Any]:
    """As `list --json` prints it."""
    return {
        "name": source.name,
        "directory": source.directory,
        "hash": source.hash,
        "bytes": len(source.text.encode()),
        "lines": source.text.count("\n"),
        "stages": source.stages,
        "symbols": source.symbols,
    }


def manifest_of(binary: Path, sources: list[Source]) -> Manifest:
    """What a manifest and its folder would say.

    A file is called by its name; where modules that were compiled in several folders have the same, by its whole path.
    """
    names = Counter(source.name for source in sources)
    records: list[Record] = []
    texts: dict[str, str] = {}
    for source in sources:
        name = source.name if names[source.name] == 1 else source.path
        texts[name] = source.text
        records += [replace(parse_record(record), file=name) for record in source.records]
    return Manifest(binary, tuple(records), texts)


def find_source(binary: Path, sources: list[Source], name: str) -> Source:
    """The listing that a name, or its end, means."""
    parts = PurePosixPath(name).parts
    found = [source for source in sources if parts and PurePosixPath(source.path).parts[-len(parts) :] == parts]
    if len(found) == 1:
        return found[0]
    if found:
        known = ", ".join(f"'{source.path}'" for source in found[:4])
        raise TracemarkError(f"'{name}' may be one of {len(found)} listings in '{binary}': {known}")
    near = nearest(name, [source.name for source in sources])
    hint = f"did you mean '{near}'?" if near else f"tracemark sources list '{binary}' shows what is there"
    raise TracemarkError(f"'{binary}' has no listing '{name}'", hint)


def complete_name(context: typer.Context, incomplete: str) -> list[str]:
    """Names of the listings in the program of the command line that begin so."""
    try:
        found = read_sources(Path(str(context.params["binary"])))
    except (TracemarkError, KeyError):
        return []
    return [source.name for source in found if source.name.startswith(incomplete)]


def file_name(record: dict[str, Any]) -> str:
    """`<stage>/<file>` of a record, in which nothing may lead out of the folder."""
    name = str(record["file"])
    parts = name.split("/")
    if len(parts) != 2 or any(part in ("", ".", "..") or "\0" in part or "\\" in part for part in parts):
        raise TracemarkError(f"the listing '{name}' is not extracted: its name leads out of the folder")
    return name


def plan_files(sources: list[Source]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Texts by the file's name in a folder of listings, and the records of its manifest.

    As in such a folder, of two files with one name and other contents the second gets its hash into the name.
    """
    texts: dict[str, str] = {}
    records: list[dict[str, Any]] = []
    for source in sources:
        for record in source.records:
            name = file_name(record)
            if texts.get(name, source.text) != source.text:
                name = f"{name.removesuffix('.mlir')}.{source.hash}.mlir"
                file_name({"file": name})
            texts[name] = source.text
            records.append({**record, "file": name})
    return texts, records


def extract(sources: list[Source], folder: Path) -> list[Path]:
    """Makes a folder of listings with its manifest; returns the files. The folder is new or empty."""
    texts, records = plan_files(sources)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise TracemarkError(f"'{folder}' is there and no empty folder", "choose another one with --to")
    paths = []
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
        paths.append(path)
    lines = "".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)
    (folder / MANIFEST_NAME).write_text(lines, encoding="utf-8", newline="")
    return paths
