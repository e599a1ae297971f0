"""Writes the workbooks of tests/tables/files with Python's own zip writer, and the cells that a reader should find.

Independent of the reader: the XML is written by hand as several programs write it, and the expected cells come from the
values here. usage: npm run make -- workbooks
"""
import datetime as dt
import gzip
import json
import pathlib
import zipfile

FOLDER = pathlib.Path(__file__).parent.parent / "tests/tables/files"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
expected = {}


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def letters(column):
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


class Book:
    """A workbook; sheets are lists of rows, a row is a list of cells as XML makers or None."""

    def __init__(self, is_1904=False, formats=()):
        self.sheets, self.strings, self.is_1904, self.formats = [], [], is_1904, list(formats)

    def s(self, text):
        """A shared text."""
        if text not in self.strings:
            self.strings.append(text)
        return f't="s"', f"<v>{self.strings.index(text)}</v>"

    def add(self, name, rows, state="visible", tail="", dimension=None, references=True):
        self.sheets.append((name, rows, state, tail, dimension, references))

    def sheet_xml(self, rows, tail, dimension, references):
        parts = [HEAD, f'<worksheet xmlns="{MAIN}">']
        if dimension:
            parts.append(f'<dimension ref="{dimension}"/>')
        parts.append("<sheetData>")
        for number, row in rows:
            where = f' r="{number}"' if references else ""
            parts.append(f"<row{where}>")
            for column, cell in enumerate(row):
                if cell is None:
                    if not references:
                        parts.append("<c/>")
                    continue
                attributes, content = cell
                place = f' r="{letters(column)}{number}"' if references else ""
                parts.append(f"<c{place}{' ' if attributes else ''}{attributes}>{content}</c>")
            parts.append("</row>")
        parts.append(f"</sheetData>{tail}</worksheet>")
        return "".join(parts)

    def parts(self):
        sheets, links, types = [], [], []
        for i, (name, rows, state, tail, dimension, references) in enumerate(self.sheets, 1):
            hidden = "" if state == "visible" else f' state="{state}"'
            sheets.append(f'<sheet name="{escaped(name)}" sheetId="{i}"{hidden} r:id="rId{i}"/>')
            links.append(f'<Relationship Id="rId{i}" Type="{LINKS}/worksheet" Target="worksheets/sheet{i}.xml"/>')
            yield f"xl/worksheets/sheet{i}.xml", self.sheet_xml(rows, tail, dimension, references)
        links.append(f'<Relationship Id="rS" Type="{LINKS}/sharedStrings" Target="sharedStrings.xml"/>')
        links.append(f'<Relationship Id="rT" Type="{LINKS}/styles" Target="styles.xml"/>')
        links.append(f'<Relationship Id="rX" Type="{LINKS}/externalLink" TargetMode="External" Target="http://example.invalid/other.xlsx"/>')
        formats = "".join(f'<numFmt numFmtId="{164 + i}" formatCode="{escaped(code)}"/>' for i, code in enumerate(self.formats))
        styles = "".join(f'<xf numFmtId="{n}"/>' for n in [0, 14, 22, 21, *range(164, 164 + len(self.formats))])
        yield "xl/styles.xml", f'{HEAD}<styleSheet xmlns="{MAIN}"><numFmts count="{len(self.formats)}">{formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>{styles}</cellXfs></styleSheet>'
        texts = "".join(f"<si>{t if t.startswith('<') else f'<t xml:space=' + chr(34) + 'preserve' + chr(34) + f'>{escaped(t)}</t>'}</si>" for t in self.strings)
        yield "xl/sharedStrings.xml", f'{HEAD}<sst xmlns="{MAIN}" count="9" uniqueCount="{len(self.strings)}">{texts}</sst>'
        base = ' date1904="1"' if self.is_1904 else ""
        yield "xl/workbook.xml", f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><workbookPr{base}/><sheets>{"".join(sheets)}</sheets></workbook>'
        yield "xl/_rels/workbook.xml.rels", f'{HEAD}<Relationships xmlns="{PACKAGE}">{"".join(links)}</Relationships>'
        yield "_rels/.rels", f'{HEAD}<Relationships xmlns="{PACKAGE}"><Relationship Id="r1" Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        yield "[Content_Types].xml", f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'

    def write(self, name, change=None, stored=False):
        with zipfile.ZipFile(FOLDER / name, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
            for part, text in self.parts():
                if change:
                    text = change(part, text)
                archive.writestr(zipfile.ZipInfo(part, (2024, 1, 1, 0, 0, 0)), text, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)


def n(value, style=0):
    """A number; a text is written as it is."""
    return (f's="{style}"' if style else ""), f"<v>{value if isinstance(value, str) else repr(value)}</v>"


def f(value):
    """A formula with the value that was saved."""
    return "", f"<f>SUM([1]Other!A1:A9)*RAND()</f><v>{value!r}</v>"


def inline(text):
    return 't="inlineStr"', f"<is><t>{escaped(text)}</t></is>"


def told(name, lines, **more):
    """The lines that the reader should write, by their numbers, and options."""
    expected[name] = {"lines": lines, **more}


DOSES = [0.1, 1 / 3, 2.5e-8, 1.7976931348623157e308, -12345678.901234567, 5e-324, 100.0]

book = Book()
header = [book.s("dose"), book.s("response, mg"), book.s("site")]
book.add("Data", [(1, header)] + [(i, [n(d), f(i / 7), book.s("A") if i % 2 else inline("B & \"C\"")]) for i, d in enumerate(DOSES, 2)])
book.write("plain.xlsx")
told("plain.xlsx", [[1, "dose", "response, mg", "site"]] + [[i, repr(d), repr(i / 7), "A" if i % 2 else 'B & "C"'] for i, d in enumerate(DOSES, 2)])

book.write("stored.xlsx", stored=True)
told("stored.xlsx", expected["plain.xlsx"]["lines"])

prefixed = lambda part, text: text if part.endswith(".rels") or "Content" in part else text.replace(f'xmlns="{MAIN}"', f'xmlns:x="{MAIN}"').replace("</", "</x:").replace("<?", "\0").replace("<", "<x:").replace("<x:/x:", "</x:").replace("\0", "<?")
book.write("prefixes.xlsx", prefixed)
told("prefixes.xlsx", expected["plain.xlsx"]["lines"])

utf16 = lambda part, text: text.replace("UTF-8", "UTF-16").encode("utf-16") if part.startswith("xl/w") and "rels" not in part else text
book.write("utf-16.xlsx", utf16)
told("utf-16.xlsx", expected["plain.xlsx"]["lines"])

book = Book()
book.add("No references", [(1, [inline("a"), inline("b"), inline("c")]), (2, [n(1), None, n(3)]), (3, [None, n(2), n(4)])], references=False)
book.write("no-references.xlsx")
told("no-references.xlsx", [[1, "a", "b", "c"], [2, "1", "", "3"], [3, "", "2", "4"]])

book = Book()
rows = [(3, [None, None, book.s("Measured in 2024")]), (5, [None, None, book.s("x"), book.s("y")])]
rows += [(7 + i, [None, None, n(i), n(i * i)]) for i in range(4)] + [(12, [None, None, None, n(7)]), (1_000_000, [None, None, n(8), n(9)])]
book.add("Offset", rows, dimension="A1:XFD1048576")
book.write("offset.xlsx")
told("offset.xlsx", [[3, "Measured in 2024", ""], [5, "x", "y"]] + [[7 + i, str(i), str(i * i)] for i in range(4)] + [[12, "", "7"], [1_000_000, "8", "9"]])
expected["offset.xlsx range C5:D9"] = {"file": "offset.xlsx", "range": "C5:D9", "lines": [[5, "x", "y"], [7, "0", "0"], [8, "1", "1"], [9, "2", "4"]]}
expected["offset.xlsx range D:E"] = {"file": "offset.xlsx", "range": "$D:$E", "lines": [[5, "y", ""], *[[7 + i, str(i * i), ""] for i in range(4)], [12, "7", ""], [1_000_000, "9", ""]]}

FORMATS = ["yyyy\\-mm\\-dd", "[$-409]d\\ mmm\\ yy;@", "#,##0.00\\ \"days\"", "[h]:mm:ss", "0.0%", "General\" dose\"", "[Red]m/d/yyyy h:mm", "mmm\\-yy"]
for name, is_1904 in [("dates-1900.xlsx", False), ("dates-1904.xlsx", True)]:
    book = Book(is_1904, FORMATS)
    base = dt.date(1904, 1, 1) if is_1904 else dt.date(1899, 12, 30)
    days = [dt.date(1967, 7, 1), dt.date(2024, 2, 29), dt.date(1999, 12, 31), dt.date(9999, 12, 31)]
    rows, lines = [(1, [inline(t) for t in "abcdefghijkl"])], [[1, *"abcdefghijkl"]]
    for i, day in enumerate(days, 2):
        serial = (day - base).days
        moment = serial + 0.604166666666667
        stamp = f"{day.isoformat()}T14:30:00"
        rows.append((i, [n(serial, 1), n(moment, 2), n(0.75, 3), n(serial, 4), n(serial, 5), n(serial, 6), n(4.25, 7), n(0.165, 8), n(3.5, 9), n(moment, 10), n(serial, 11), n(moment, 1)]))
        lines.append([i, day.isoformat(), stamp, "18:00:00", day.isoformat(), day.isoformat(), str(serial), "102:00:00", "0.165", "3.5", stamp, day.isoformat(), stamp])
    book.add("Dates", rows)
    book.write(name)
    told(name, lines)

book = Book()
book.add("Kinds", [
    (1, [book.s(t) for t in ["number", "flag", "error", "formula text", "rich", "# patients", "ISO"]]),
    (2, [n("1E-3"), ('t="b"', "<v>1</v>"), ('t="e"', "<v>#N/A</v>"), ('t="str"', "<f>A1&amp;\"x\"</f><v>x &lt; y</v>"), book.s("<r><t>two </t></r><r><rPr><b/></rPr><t>runs</t></r><rPh sb='0' eb='1'><t>said</t></rPh>"), n("12.50"), ('t="d"', "<v>2024-05-31T10:00:00</v>")]),
    (3, [n("-0"), ('t="b"', "<v>0</v>"), ('t="e"', "<f>1/0</f><v>#DIV/0!</v>"), ('t="str"', "<v></v>"), book.s("tab\there, line\nend"), ('s="0"', ""), ('t="d"', "<v>2024-06-01</v>")]),
    (4, [n("42"), None, None, ('t="inlineStr"', "<is><r><t>a</t></r><r><t>b&#233;&#xE9;<![CDATA[<&]]></t></r></is>"), book.s("_x0041_ and _xZZ_"), None, book.s("  ")]),
])
book.write("kinds.xlsx")
told("kinds.xlsx", [
    [1, "number", "flag", "error", "formula text", "rich", "# patients", "ISO"],
    [2, "1E-3", "TRUE", "NA", "x < y", "two runs", "12.50", "2024-05-31T10:00:00"],
    [3, "-0", "FALSE", "NA", "", "tab here, line end", "", "2024-06-01"],
    [4, "42", "", "", "abéé<&", "A and _xZZ_", "", ""],
])

book = Book()
for i, (name, state) in enumerate([("Notes", "hidden"), ("Trial", "visible"), ("Täble 2", "visible"), ("Old", "veryHidden"), ("3", "visible")]):
    book.add(name, [(1, [inline("u"), inline("v")]), (2, [n(i), n(i + 0.5)])], state)
book.write("sheets.xlsx")
told("sheets.xlsx", [[1, "u", "v"], [2, "1", "1.5"]], findings=["other-sheets"])
for wanted, i in [("Täble 2", 2), (1, 0), ("2", 1), ("old", 3), ("3", 4), (3, 2)]:
    expected[f"sheets.xlsx sheet {wanted!r}"] = {"file": "sheets.xlsx", "sheet": wanted, "lines": [[1, "u", "v"], [2, str(i), str(i + 0.5)]]}

book = Book()
rows = [(1, [inline("Title")]), (2, [inline("group"), inline("x"), inline("y")])]
rows += [(i, [inline("g") if i == 3 else None, n(i), n(2 * i)]) for i in range(3, 9)]
book.add("Merged", rows, tail='<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A3:A8"/></mergeCells>')
book.write("merged.xlsx")
told("merged.xlsx", [[1, "Title", "", ""], [2, "group", "x", "y"]] + [[i, "g" if i == 3 else "", str(i), str(2 * i)] for i in range(3, 9)], findings=["merged-cells"])

book = Book()
book.add("Note", [(1, [inline("x"), inline("y")])] + [(i, [n(i), n(-i)]) for i in range(2, 1500)] + [(1500, [n(0), n(0), None, inline("a note")])])
book.write("outside.xlsx")
told("outside.xlsx", [[1, "x", "y"]] + [[i, str(i), str(-i)] for i in range(2, 1500)] + [[1500, "0", "0"]], findings=["cells-outside"])

with gzip.GzipFile(FOLDER / "trial.csv.gz", "wb", mtime=0) as file:
    file.write("dose;größe\n1,5;2\n3;4,25\n".encode())

(FOLDER / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, separators=(",", ":")) + "\n")
