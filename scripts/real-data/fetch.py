"""Fetches the tables of the real pairs and writes one CSV file for each pair into .cache/real-data.

usage: python3 scripts/real-data/fetch.py            fetch, write, and compare with the sums in pairs.json
       python3 scripts/real-data/fetch.py --record   the same, but write versions, licenses, counts and sums there

Needs Debian's apt-get and dpkg, npm, tar, and Python's standard library; run by hand. Packages are kept in
.cache/real-data/packages and downloaded once. No table is part of the repository.

Pairs were chosen by their subject, from names of columns and counts of rows and levels, before any plot or method saw
them; never from the packages datasets, MASS, nlme, lattice, survival, boot, rpart and ggplot2, nor from the Tübingen
pairs, nor from the same tables elsewhere.

The fields of a pair in pairs.json that say where its numbers come from:
  source, package   a package of Debian or of npm
  object            an R object or a data file, without its ending; `a$b` is the part b of the list a; `a + b` puts
                    columns side by side; `a @melt` makes the columns `row`, `column` (both from 1) and `value` of all
                    cells of a, `a @melt 1` of all but its first column
  cause, effect     a column; `a / b` is a quotient; `date.hour` and `date.month` are parts of a column of times
  headline          true for the first listed pair of a table, false for the others and for tables of the same study
Rows where either value is missing, infinite or no number are left out, the others keep their order.
"""

import csv
import glob
import gzip
import hashlib
import io
import json
import math
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import read_r  # noqa: E402 (after the line above, so that no folder of bytecode appears in the sources)

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(HERE, "pairs.json")
CACHE = os.path.join(HERE, "..", "..", ".cache", "real-data")
PACKAGES = os.path.join(CACHE, "packages")

FEWEST_ROWS = 20
FEWEST_LEVELS = 3

# Licenses of tables that are not in an R package, whose file DESCRIPTION names one for the package.
LICENSES = {
    "statsmodels/cancer": "BSD-3-Clause (package); data not stated",
    "statsmodels/elnino": "public domain",
    "sklearn/diabetes_data_raw": "BSD-3-Clause",
    "vega-datasets/population": "terms of IPUMS",
    "vega-datasets/seattle-weather-hourly-normals": "public domain (government of the USA)",
    "vega-datasets/movies": "BSD-3-Clause (package); data not stated",
}


def fetch(source, package):
    """The folder of the unpacked package and its version."""
    folder = os.path.join(PACKAGES, package)
    os.makedirs(folder, exist_ok=True)
    files = os.path.join(folder, "files")
    archives = glob.glob(os.path.join(folder, "*.deb" if source == "debian" else "*.tgz"))
    if not archives:
        command = ["apt-get", "download", package] if source == "debian" else ["npm", "pack", "--silent", package]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        archives = glob.glob(os.path.join(folder, "*.deb" if source == "debian" else "*.tgz"))
    name = os.path.basename(archives[0])
    if not os.path.isdir(files):
        if source == "debian":
            subprocess.run(["dpkg", "-x", archives[0], files], check=True)
        else:
            os.makedirs(files)
            subprocess.run(["tar", "-xzf", archives[0], "-C", files], check=True)
    version = name.split("_")[1].replace("%3a", ":") if source == "debian" else re.sub(r".*?-(\d.*)\.tgz", r"\1", name)
    return files, version


def license_of(name, files):
    if name in LICENSES:
        return LICENSES[name]
    (description,) = glob.glob(os.path.join(files, "usr/lib/R/*library/*/DESCRIPTION"))
    with open(description, encoding="utf-8", errors="replace") as lines:
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("License:"))


def objects(files):
    """What a package has, by name: R objects as they are, other tables as columns. Text is read when asked for."""
    found = {}
    for path in sorted(glob.glob(os.path.join(files, "usr/lib/R/*library/*/data/*"))):
        name = os.path.basename(path)
        if name == "Rdata.rdx":
            with open(path, "rb") as index, open(path[:-1] + "b", "rb") as database:
                found.update(read_r.read_lazy(index.read(), database.read()))
        elif name.lower().endswith((".rda", ".rdata")):
            with open(path, "rb") as data:
                found.update(read_r.read_rda(data.read()))
        elif name.endswith((".tab.gz", ".txt.gz")):
            found[name.split(".")[0]] = path
    for pattern in ("usr/lib/python3/dist-packages/*/datasets/**/*.csv*", "package/data/*.csv", "package/data/*.json"):
        for path in glob.glob(os.path.join(files, pattern), recursive=True):
            found[os.path.basename(path).split(".")[0]] = path
    return found


def text_columns(path):
    """The columns of a text file, by name: JSON rows, commas, or white space; without a line of names V1, V2, …"""
    with open(path, "rb") as file:
        data = file.read()
    text = (gzip.decompress(data) if path.endswith(".gz") else data).decode("utf-8")
    if path.endswith(".json"):
        rows = json.loads(text)
        return {name: [row.get(name) for row in rows] for name in rows[0]}
    lines = [line for line in text.splitlines() if line.strip()]
    rows = list(csv.reader(io.StringIO(text))) if "," in lines[0] else [line.split() for line in lines]
    rows = [row for row in rows if row]
    if all(number(cell) is not None for cell in rows[0]):
        names, width = None, len(rows[0])
    else:
        names, rows = [name.strip('"') for name in rows[0]], rows[1:]
        width = len(names)
    # R's own text tables may start each row with a name that has no column name.
    rows = [row[len(row) - width :] for row in rows]
    return {names[j] if names else f"V{j + 1}": [row[j] for row in rows] for j in range(width)}


def number(cell):
    """A finite number, or None."""
    if isinstance(cell, str):
        try:
            cell = float(cell)
        except ValueError:
            return None
    if isinstance(cell, bool) or not isinstance(cell, (int, float)) or not math.isfinite(cell):
        return None
    return cell


def table(found, expression):
    path, _, melt = expression.partition(" @melt")
    columns = {}
    for part in path.split(" + "):
        first, *rest = part.split("$")
        value = found[first]
        for name in rest:
            value = value[value.attributes["names"].index(name)]
        new = text_columns(value) if isinstance(value, str) else read_r.columns(value)
        if list(new) == ["value"]:
            new = {part.split("$")[-1]: new["value"]}
        columns.update(new)
    if "@melt" not in expression:
        return columns
    kept = list(columns.values())[int(melt or 0) :]
    cells = [(i + 1, j + 1, cell) for j, column in enumerate(kept) for i, cell in enumerate(column)]
    return dict(zip(("row", "column", "value"), map(list, zip(*cells))))


def column(columns, expression):
    if expression in columns:
        return [number(cell) for cell in columns[expression]]
    if " / " in expression:
        above, below = (column(columns, name) for name in expression.split(" / "))
        return [None if a is None or not b else a / b for a, b in zip(above, below)]
    name, _, part = expression.partition(".")
    span = {"hour": slice(11, 13), "month": slice(5, 7)}[part]
    return [number(cell[span]) for cell in columns[name]]


def written(value):
    """The shortest decimal number that reads back as the same double; whole numbers without a point."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def main():
    record = "--record" in sys.argv[1:]
    with open(LIST, encoding="utf-8") as file:
        pairs = json.load(file)
    os.makedirs(PACKAGES, exist_ok=True)
    loaded, faults = {}, []
    for pair in pairs:
        package = pair["package"]
        if package not in loaded:
            loaded[package] = (*(unpacked := fetch(pair["source"], package)), objects(unpacked[0]))
        files, version, found = loaded[package]
        columns = table(found, pair["object"])
        causes, effects = column(columns, pair["cause"]), column(columns, pair["effect"])
        if len(causes) != len(effects):
            faults.append(f"{pair['id']}: {len(causes)} causes and {len(effects)} effects")
            continue
        rows = [(c, e) for c, e in zip(causes, effects) if c is not None and e is not None]
        lines = ["cause,effect", *(f"{written(c)},{written(e)}" for c, e in rows)]
        data = ("\n".join(lines) + "\n").encode()
        levels = [len({row[side] for row in rows}) for side in (0, 1)]
        if len(rows) < FEWEST_ROWS or min(levels) < FEWEST_LEVELS:
            faults.append(f"{pair['id']}: {len(rows)} rows, {levels} levels; expected {FEWEST_ROWS} and {FEWEST_LEVELS}")
        with open(os.path.join(CACHE, pair["id"] + ".csv"), "wb") as file:
            file.write(data)
        now = {
            "version": version,
            "license": license_of(pair["table"], files),
            "rows": len(rows),
            "causeLevels": levels[0],
            "effectLevels": levels[1],
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        if record:
            pair.update(now)
        elif now["sha256"] != pair["sha256"]:
            faults.append(f"{pair['id']}: other numbers than those of {package} {pair['version']}; this is {version}")
    if record:
        with open(LIST, "w", encoding="utf-8") as file:
            file.write(json.dumps(pairs, indent=2, ensure_ascii=False) + "\n")
    print(f"{len(pairs)} pairs, {len(loaded)} packages, {len(faults)} faults")
    for fault in faults:
        print("  " + fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
