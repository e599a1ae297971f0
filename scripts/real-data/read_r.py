"""Reads tables from the files of R packages, with Python's standard library alone.

R keeps objects in its serialization format (versions 2 and 3, XDR, that is big-endian binary), compressed with gzip,
bzip2 or xz: one object (.rds), a list of names (.rda, .RData), or a folder of them (Rdata.rdb with its index
Rdata.rdx). Only what tables need is turned into values: vectors, strings, factors, lists, attributes. Code,
environments and external pointers are read to get past them, and become None.
"""

import bz2
import gzip
import lzma
import struct
import zlib

NA_INTEGER = -(2**31)


class Vector(list):
    """The values of an R vector or list; its attributes (names, class, levels, dim) by name."""

    def __init__(self, values=(), attributes=None):
        super().__init__(values)
        self.attributes = attributes or {}


def decompress(data):
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:3] == b"BZh":
        return bz2.decompress(data)
    if data[:6] == b"\xfd7zXZ\x00":
        return lzma.decompress(data)
    return data


def read_rds(data):
    """The object of an .rds file."""
    return Reader(decompress(data)).object()


def read_rda(data):
    """The objects of an .rda file, by name."""
    data = decompress(data)
    if data[:5] not in (b"RDX2\n", b"RDX3\n"):
        raise ValueError(f"starts with {data[:5]!r}; expected RDX2 or RDX3: binary .rda files are the only ones read")
    return Reader(data[5:]).object()


def read_lazy(index, database):
    """The objects of Rdata.rdx and Rdata.rdb, by name."""
    entries = Reader(decompress_block(index)).object()
    variables = dict(zip(entries.attributes["names"], entries))["variables"]
    found = {}
    for name, place in zip(variables.attributes["names"], variables):
        offset, length = place
        found[name] = Reader(lazy_block(database[offset : offset + length])).object()
    return found


def decompress_block(data):
    try:
        return zlib.decompress(data)
    except zlib.error:
        return decompress(data)


def lazy_block(block):
    """One entry of an .rdb file: four bytes of length, then for all but zlib a letter for the kind of compression."""
    kind = block[4:5]
    if kind == b"2":
        return bz2.decompress(block[5:])
    if kind == b"Z":
        raw = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
        return lzma.decompress(block[5:], format=lzma.FORMAT_RAW, filters=raw)
    if kind == b"0":
        return block[5:]
    return zlib.decompress(block[4:])


class Reader:
    """One pass over a serialized object. Numbers of kinds are those of R's SEXPTYPE and of its serialization."""

    def __init__(self, data):
        self.data = data
        self.references = []
        if data[:2] != b"X\n":
            raise ValueError(f"starts with {data[:2]!r}; expected X and a line end: XDR is the only format read")
        self.at = 2
        version, _, _ = (self.integer() for _ in range(3))
        if version == 3:
            self.bytes(self.integer())
        elif version != 2:
            raise ValueError(f"serialization version {version}; expected 2 or 3")

    def bytes(self, count):
        start = self.at
        self.at += count
        return self.data[start : self.at]

    def integer(self):
        return struct.unpack(">i", self.bytes(4))[0]

    def length(self):
        length = self.integer()
        return length if length >= 0 else (self.integer() << 32) + self.integer()

    def numbers(self, letter, size):
        count = self.length()
        return struct.unpack(f">{count}{letter}", self.bytes(count * size))

    def object(self):
        flags = self.integer()
        kind, has_attributes, has_tag = flags & 255, flags & 512, flags & 1024
        if kind in (2, 5, 6):
            return self.pairlist(has_attributes, has_tag)
        if kind == 3:  # a function: its attributes, environment, arguments, body
            for _ in range(4 if has_attributes else 3):
                self.object()
            return None
        value = self.plain(kind, flags)
        if kind in (10, 13, 14, 15, 16, 19, 20, 24) or (kind == 25 and has_attributes):
            attributes = self.object() if has_attributes else {}
            if isinstance(value, Vector):
                value.attributes = attributes
            elif kind == 25:
                return Vector([], attributes)
        elif has_attributes and kind in (7, 8, 22):
            self.object()
        return value

    def pairlist(self, has_attributes, has_tag):
        """Pairs of tag and value, as a dict; untagged ones get their number."""
        pairs = {}
        while True:
            if has_attributes:
                self.object()
            tag = self.object() if has_tag else len(pairs)
            pairs[tag] = self.object()
            flags = self.integer()
            kind, has_attributes, has_tag = flags & 255, flags & 512, flags & 1024
            if kind == 254:
                return pairs
            if kind not in (2, 5, 6):
                self.at -= 4
                self.object()
                return pairs

    def plain(self, kind, flags):
        if kind in (254, 242, 241, 253, 251, 252, 250):  # NULL, and environments and names that every session has
            return None
        if kind == 255:
            index = flags >> 8
            return self.references[(index or self.integer()) - 1]
        if kind == 1:
            name = self.object()
            self.references.append(name)
            return name
        if kind in (247, 248, 249):  # a package's or a namespace's environment: strings
            self.integer()
            for _ in range(self.integer()):
                self.object()
            self.references.append(None)
            return None
        if kind == 4:
            self.references.append(None)
            self.integer()
            for _ in range(4):
                self.object()
            return None
        if kind == 9:
            size = self.integer()
            if size < 0:
                return None
            text = self.bytes(size)
            return text.decode("latin-1" if flags & (1 << 14) else "utf-8", errors="replace")
        if kind in (10, 13):
            return Vector(None if v == NA_INTEGER else v for v in self.numbers("i", 4))
        if kind == 14:
            return Vector(self.numbers("d", 8))
        if kind == 15:
            return Vector(struct.iter_unpack(">2d", self.bytes(16 * self.length())))
        if kind in (16, 19, 20):
            return Vector(self.object() for _ in range(self.length()))
        if kind == 24:
            return Vector(self.bytes(self.length()))
        if kind == 25:
            return None
        if kind in (7, 8):
            self.bytes(self.integer())
            return None
        if kind == 22:
            self.references.append(None)
            self.object()
            self.object()
            return None
        if kind == 238:
            return self.alternative()
        raise ValueError(f"object of kind {kind} at byte {self.at}; expected a kind that tables use")

    def alternative(self):
        """R's compact forms of vectors: a range of numbers, or numbers not yet turned into strings."""
        info, state, attributes = self.object(), self.object(), self.object()
        name = list(info.values())[0]
        if name in ("compact_intseq", "compact_realseq"):
            count, first, step = state
            value = Vector(first + step * i for i in range(int(count)))
        elif name == "deferred_string":
            value = Vector(None if v is None else str(v) for v in list(state.values())[0])
        elif name.startswith("wrap_"):
            value = state[0] if isinstance(state, Vector) else list(state.values())[0]
        else:
            raise ValueError(f"compact form {name}; expected a sequence, a deferred string or a wrapper")
        if attributes:
            value.attributes = attributes
        return value


def columns(value):
    """The columns of a data frame, matrix or time series, by name, as Python values; None for anything else."""
    if not isinstance(value, Vector):
        return None
    attributes = value.attributes
    kind = attributes.get("class") or []
    if "data.frame" in kind:
        table = {}
        for name, column in zip(attributes["names"], value):
            table.update(frame_column(name, column))
        return table
    dim = attributes.get("dim")
    if dim and len(dim) == 2:
        rows, width = int(dim[0]), int(dim[1])
        names = (attributes.get("dimnames") or [None, None])[1] or [f"V{j + 1}" for j in range(width)]
        return {names[j]: cells(Vector(value[j * rows : (j + 1) * rows])) for j in range(width)}
    if not dim and value and not any(isinstance(v, (Vector, dict)) for v in value):
        table = {"value": cells(value)}
        if attributes.get("tsp"):
            start, _, frequency = attributes["tsp"]
            table = {"time": [start + i / frequency for i in range(len(value))], **table}
        return table
    return None


def frame_column(name, column):
    """A column of a data frame; a matrix in it becomes the columns name.1, name.2, …"""
    dim = column.attributes.get("dim") if isinstance(column, Vector) else None
    if not dim or len(dim) != 2:
        return {name: cells(column)}
    rows = int(dim[0])
    return {f"{name}.{j + 1}": list(column[j * rows : (j + 1) * rows]) for j in range(int(dim[1]))}


def cells(column):
    """The values of one column; the words of a factor."""
    if isinstance(column, Vector) and column.attributes.get("levels") is not None:
        levels = column.attributes["levels"]
        return [None if v is None else levels[v - 1] for v in column]
    return list(column) if isinstance(column, Vector) else [column]
