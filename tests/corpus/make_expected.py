"""Writes expected.json: what the tables of this folder hold, by the rules of docs/tables.md.

Written from the rules in words, with the standard library only; it shares no code and no method with the reader: it reads
each file as a whole, tries each decimal mark and each order of dates on a column, and keeps what fits.

usage: python3 tests/corpus/make_expected.py
"""

import csv
import datetime
import io
import json
import math
import pathlib
import re

HERE = pathlib.Path(__file__).parent
OPTIONS = json.loads((HERE / "options.json").read_text("utf-8"))
MISSING = set(" na n/a n.a. #n/a <na> nan none null ? - -- \u2013 \u2014 . .. : #div/0! #ref! #value! #num! #name? #null!".split(" "))
EXACTLY_MISSING = {"NaT", "\\N"}
EPOCH = datetime.datetime(1970, 1, 1)

# ---------------------------------------------------------------- text and lines


def decode(data):
    if data[:2] == b"\xff\xfe":
        return data.decode("utf-16-le")[1:]
    if data[:2] == b"\xfe\xff":
        return data.decode("utf-16-be")[1:]
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def records(text, delimiter, first_line):
    """(line, cells) of every line, or quoted group of lines, that is not blank."""
    found = []
    if delimiter == " ":
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), first_line):
            cells = [quoted if quoted else plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', line)]
            if line.strip():
                found.append((number, cells))
        return found
    source = io.StringIO(text, newline="")
    reader = csv.reader(source, delimiter=delimiter, skipinitialspace=True)
    before = 0
    for cells in reader:
        if cells and not (len(cells) == 1 and not cells[0].strip()):
            found.append((first_line + before, cells))
        before = reader.line_num
    return found


def split_preamble(text):
    """The text after comments and a separator line, its first line, the comments, and the delimiter if it is named."""
    line, delimiter, comments = 1, None, []
    while text:
        head = re.match(r"[^\r\n]*(\r\n|\n|\r|$)", text).group(0)
        content = head.strip()
        named = re.fullmatch(r"sep=(.)", head.rstrip("\r\n"), re.I) if line == 1 else None
        if named:
            delimiter = named.group(1)
        elif content.startswith("#"):
            comments.append(content[1:].strip())
        elif content:
            break
        text, line = text[len(head) :], line + 1
    return text, line, comments, delimiter


# ---------------------------------------------------------------- cells

GROUP = "[ \u00a0\u2007\u2009\u202f'\u2019]"
SYMBOL = "[$€£¥₹₽₩₺₴₪฿₫₱₦₡¢₸]"
ISO_CODES = (
    "USD EUR GBP JPY CHF CNY RMB INR RUB BRL CAD AUD NZD SEK NOK DKK ISK PLN CZK HUF RON BGN TRY UAH ILS ZAR MXN ARS CLP "
    "COP KRW TWD HKD SGD THB IDR MYR PHP VND SAR AED EGP NGN KES"
).split()
PREFIX = "|".join([SYMBOL, r"(?:US|AU|CA|NZ|HK|A|C|R|S)\$"] + ISO_CODES + ["Rs\\.?", "kr\\.?", "Fr\\.?", "zł", "Kč", "Ft"])
WORD = r"[^\W\d_]"
UNIT_PART = rf"(?:[%‰°]{WORD}{{0,8}}|{WORD}{{1,12}})(?:[²³23]|\^-?[1-9])?"
UNIT = rf"(?:{UNIT_PART}(?:[/·*]{UNIT_PART}){{0,3}}\.?|{SYMBOL}(?:/{UNIT_PART})?)"
ORDINALS = {"st", "nd", "rd", "th", "e", "er", "re", "ème", "º", "ª"}
SCALES = set("% ‰ percent cr Cr CR dr Dr DR crore lakh k K M B G T bn Bn mn Mn mln Mln mio Mio mrd Mrd tsd Tsd Mill thousand million billion trillion".split())


def digits_value(digits, decimal):
    """The value of digits under a decimal mark, or None."""
    other = "," if decimal == "." else "."
    d, o = re.escape(decimal), re.escape(other)
    if re.fullmatch(rf"(\d+({d}\d+)?|{d}\d+)([eE][+-]?\d+)?", digits) or (decimal == "." and re.fullmatch(r"\d+\.", digits)):
        return float(digits.replace(decimal, "."))
    for sign in (o, GROUP):
        groups = re.fullmatch(rf"[1-9]\d{{0,2}}(({sign})\d{{3}})+({d}\d+)?", digits)
        used = set(re.findall(sign, digits))
        if groups and len(used) == 1:
            return float(digits.replace(used.pop(), "").replace(decimal, "."))
    if decimal == "." and re.fullmatch(r"[1-9]\d?(,\d\d)+,\d{3}(\.\d+)?", digits):
        return float(digits.replace(",", ""))
    return None


def number(cell, decimal):
    """(value, unit, in parentheses) of a number as people write it, or None."""
    cell = cell.strip().replace("\u2013", "-")
    nothing = re.fullmatch(rf"(?:({PREFIX})\s*-+|-+\s*({PREFIX}))", cell)
    if nothing:
        return 0.0, nothing[1] or nothing[2], False
    plain = re.fullmatch(r"([+\-\u2212]?)([\d.,]+(?:[eE][+-]?\d+)?)", cell)
    if plain:
        value = digits_value(plain.group(2), decimal)
        return None if value is None else (-value if plain.group(1) in ("-", "\u2212") else value, "", False)
    parts = re.fullmatch(
        rf"(\()?([+\-\u2212])?\s*({PREFIX})?\s*([+\-\u2212])?(\()?"
        rf"((?:\d[\d.,{GROUP[1:-1]}]*\d|\d|[.,]\d+)(?:[eE][+-]?\d+)?)(\s*)({UNIT})?(-)?(\))?",
        cell,
    )
    if not parts:
        return None
    outer, before, prefix, after, inner, digits, gap, suffix, last, closing = parts.groups()
    opened = bool(outer) + bool(inner)
    if opened != bool(closing) or (before and after) or (opened and (before or after)):
        return None
    if not gap and not prefix and suffix in ORDINALS:
        return None
    value = digits_value(digits, decimal)
    if value is None:
        return None
    if last and (gap or suffix or opened or before or after or digits.isdigit()):
        return None
    negative = last or opened or (before or after or "+") != "+"
    return (-value if negative else value, (prefix or "") + (suffix or ""), bool(opened))


MONTHS = {}
for _month, _names in enumerate(
    [
        "january januar jänner janvier enero gennaio janeiro januari",
        "february februar février fevrier febrero febbraio fevereiro februari",
        "march märz maerz mars marzo março marco maart mrz mrt",
        "april avril abril aprile",
        "may mai mayo maggio maio mei",
        "june juni juin junio giugno junho",
        "july juli juillet julio luglio julho juil",
        "august août aout agosto augustus",
        "september septembre septiembre settembre setembro sept",
        "october oktober octobre octubre ottobre outubro",
        "november novembre noviembre novembro",
        "december dezember décembre decembre diciembre dicembre dezembro",
    ],
    1,
):
    for _name in _names.split():
        MONTHS[_name] = MONTHS[_name[:3]] = _month
del MONTHS["jui"]


def clock(text):
    """(seconds since midnight, seconds ahead of UTC) or None."""
    text = re.sub(r"([+-]\d\d)$", r"\g<1>00", text.replace(",", "."))
    found = re.fullmatch(r"(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?\s*([ap]\.?m\.?)?\s*(z|utc|gmt|[+-]\d\d:?\d\d)?", text, re.I)
    if not found:
        return None
    hour, minute, second, half, zone = found.groups()
    hour, minute, second = int(hour), int(minute), float(second or 0)
    if half and not 1 <= hour <= 12 or hour > 23 or minute > 59 or second >= 60:
        return None
    if half:
        hour = hour % 12 + (12 if half.lower().startswith("p") else 0)
    ahead = 0
    if zone and zone[0] in "+-":
        ahead = (int(zone[1:3]) * 3600 + int(zone[-2:]) * 60) * (1 if zone[0] == "+" else -1)
    return hour * 3600 + minute * 60 + second, ahead


def date(cell, day_first):
    """(seconds since 1970, has a time, kind) of a date under an order of days and months, or None.

    The kind is "sure" if the order does not matter, "ordered" if it does, "month" for months and quarters.
    """
    cell = cell.strip()
    cell = re.sub(r"^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?", lambda m: f"{m[1]}-{m[2]}-{m[3]}T{m[4]}:{m[5]}:{m[6] or '00'}", cell)
    century = re.match(r"^(\d{1,2}-[a-zäéûç]{3,10}\.?-)([0-2]\d|69|[7-9]\d)(?!\d)", cell, re.I)
    if century:
        cell = century[1] + ("20" if century[2] < "30" else "19") + cell[len(century[0]) - 2 :]
    kind, time = "sure", None
    split = re.fullmatch(r"(.*\d)[T ,]\s*(\d{1,2}:.*)", cell)
    if split:
        cell, time = split.groups()
    found = re.fullmatch(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", cell)
    if found:
        year, month, day = int(found[1]), int(found[3]), int(found[4])
    elif found := re.fullmatch(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)", cell):
        first, mark, second, year = int(found[1]), found[2], int(found[3]), found[4]
        if len(year) == 2:
            if 30 <= int(year) <= 68 or (mark == "." and (len(found[1]) < 2 or len(found[3]) < 2)):
                return None
            year = int(year) + (2000 if int(year) < 30 else 1900)
        year = int(year)
        day, month = (first, second) if day_first or mark == "." else (second, first)
        kind = "sure" if mark == "." or first == second else "ordered"
    elif found := re.fullmatch(r"(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[ -]?(?:de )?([a-zäéûç]{3,10})\.?[ ,-]?\s*(?:de )?(\d{4})", cell, re.I):
        day, month, year = int(found[1]), MONTHS.get(found[2].lower(), 0), int(found[3])
    elif found := re.fullmatch(r"([a-zäéûç]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})", cell, re.I):
        day, month, year = int(found[2]), MONTHS.get(found[1].lower(), 0), int(found[3])
    else:
        day, kind = 1, "month"
        if found := re.fullmatch(r"(\d{4})(?:-|M)(\d\d)", cell):
            year, month = int(found[1]), int(found[2])
        elif found := re.fullmatch(r"([a-zäéûç]{3,10})\.?[ -](\d{4})", cell, re.I):
            year, month = int(found[2]), MONTHS.get(found[1].lower(), 0)
        elif found := re.fullmatch(r"(\d{4})[ -]?Q([1-4])", cell, re.I):
            year, month = int(found[1]), 3 * int(found[2]) - 2
        elif found := re.fullmatch(r"Q([1-4])[ /-]?(\d{4})", cell, re.I):
            year, month = int(found[2]), 3 * int(found[1]) - 2
        else:
            return None
    if year < 1000 or (time and kind == "month"):
        return None
    try:
        seconds = (datetime.datetime(year, month, day) - EPOCH).total_seconds()
    except ValueError:
        return None
    if time:
        of_day = clock(time)
        if of_day is None:
            return None
        seconds += of_day[0] - of_day[1]
    return seconds, time is not None, kind


def time_of_day(cell):
    found = re.fullmatch(r"(\d{1,3}):(\d\d)(?::(\d\d(?:\.\d+)?))?\s*([ap]\.?m\.?)?", cell.strip(), re.I)
    if not found:
        return None
    if found[4]:
        of_day = clock(cell.strip())
        return of_day and of_day[0]
    if int(found[2]) > 59 or float(found[3] or 0) >= 60:
        return None
    return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3] or 0)


def is_plain(cell):
    """A plain number, under either mark."""
    return bool(re.fullmatch(r"[+\-\u2212]?(\d+\.?\d*|\.\d+|\d*,\d+)([eE][+-]?\d+)?", cell.strip()))


def is_missing_mark(cell):
    return cell.strip().lower() in MISSING or cell.strip() in EXACTLY_MISSING


def is_infinite(cell):
    return bool(re.fullmatch(r"[+-]?inf(inity)?", cell.strip(), re.I))


def is_readable(cell):
    return any(number(cell, mark) for mark in ".,") or any(date(cell, o) for o in (True, False)) or time_of_day(cell) is not None


# ---------------------------------------------------------------- the table


def width_of(rows):
    sizes = [len(cells) for _, cells in rows]
    return max(set(sizes), key=lambda size: (sizes.count(size), size))


def fit(rows):
    """How well a delimiter splits: the share of lines of the usual width, and of cells that can be read."""
    if not rows or width_of(rows) < 2:
        return -1
    even = sum(len(cells) == width_of(rows) for _, cells in rows) / len(rows)
    best = 0
    for mark in ".,":
        cells = [cell for _, row in (rows[1:] or rows) for cell in row]
        read = [c for c in cells if is_missing_mark(c) or number(c, mark) or date(c, True) or date(c, False) or time_of_day(c) is not None]
        best = max(best, len(read) / max(1, len(cells)))
    return even * (1 + best)


class Reader:
    def __init__(self, options):
        self.options = options
        self.missing = MISSING | {mark.strip().lower() for mark in options.get("missing", [])}
        self.missing_numbers = {float(mark) for mark in options.get("missing", []) if re.fullmatch(r"-?[\d.]+", mark)}

    def is_missing(self, cell):
        return cell.strip().lower() in self.missing or cell.strip() in EXACTLY_MISSING

    def is_text(self, cell):
        """Words: no plain number, not missing."""
        return not self.is_missing(cell) and not is_plain(cell) and not is_infinite(cell)

    def is_word(self, cell):
        """Words that are no amount and no date either."""
        return self.is_text(cell) and not is_readable(cell)

    # ------------------------------------------------------------ which lines are rows

    def is_heading(self, rows, width):
        """Two words or more, nothing else, over a column of which most cells are numbers."""
        if not rows:
            return False
        head = rows[0][1]
        filled = [cell for cell in head if cell.strip()]
        if len(head) != width or len(filled) < 2 or not all(self.is_text(cell) for cell in filled):
            return False
        for j, cell in enumerate(head):
            below = [cells[j] for _, cells in rows[1:20] if len(cells) == width and not self.is_missing(cells[j])]
            if cell.strip() and 2 * sum(not self.is_word(c) for c in below) > len(below):
                return True
        return False

    def title_count(self, rows, width):
        def filled(k):
            return [cell for cell in rows[k][1] if cell.strip()]

        end = 0
        while end < len(rows) and len(rows[end][1]) != width:
            end += 1
        if end > 20 and not all(self.is_word(cells[0]) for _, cells in rows[:end]):
            return 0
        if end > 100 or end == len(rows):
            return 0
        last = end
        while width > 1 and last < min(len(rows), 100) and len(filled(last)) <= 1 and all(map(self.is_text, filled(last))):
            last += 1
        if self.is_header_over(rows[last:], width):
            return last or self.key_count(rows, width)
        if end > 0:
            above = rows[end - 1][1]
            if len(above) == width - 1 or (len(above) > 1 and all(map(self.is_text, filled(end - 1)))):
                return end - 1
        return end or self.key_count(rows, width)

    def is_header_over(self, rows, width):
        return bool(self.is_heading(rows, width) or self.has_years([c for _, c in rows], width) or self.group_names(rows, width))

    def group_names(self, rows, width):
        """Names of a header of two lines, or None: groups of columns above, words or years below, in each column of a group."""
        if len(rows) < 4 or any(len(cells) != width for _, cells in rows[:2]):
            return None
        tops, heads = ([cell.strip() for cell in cells] for _, cells in rows[:2])
        below = [cells for _, cells in rows[2:201] if len(cells) == width]
        year = re.compile("1[5-9]\\d\\d|20\\d\\d|2100")
        if not all(not c or year.fullmatch(c) or self.is_text(c) for c in tops + heads) or len(below) < 2:
            return None
        open_places = [j for j in range(1, width) if tops[j] in ("", tops[j - 1])]
        if sum(map(bool, tops)) < 2 or not open_places or not all(heads[j] for j in open_places):
            return None
        dated = [j for j in range(width) if year.fullmatch(heads[j])]
        for j in dated:
            numbers = [float(row[j]) for row in below if re.fullmatch(r"-?\d+(\.\d+)?", row[j].strip())]
            if 2 * sum(1500 <= n <= 2100 for n in numbers) >= max(1, len(numbers)):
                return None
        if not dated and not self.is_heading(rows[1:], width):
            return None
        filled, group = [], ""
        for top in tops:
            group = top or group
            filled.append(group)
        names = [f"{g} {h}".strip() if h else t for g, h, t in zip(filled, heads, tops)]
        return names if len(set(names[1:])) == width - 1 else None

    def numbers_columns(self, rows, width):
        """1, 2, 3 … below the header, where other things follow: texts, or numbers that are all far away."""
        if width < 3 or len(rows) < 6 or [re.sub(r"^\((\d+)\)$", r"\1", c.strip()) for c in rows[0][1]] != [str(j + 1) for j in range(width)]:
            return False
        for j in range(width):
            cells = [c[j] for _, c in rows[1:201] if len(c) == width and not self.is_missing(c[j])]
            numbers = [number(c, ".")[0] for c in cells if is_plain(c) and number(c, ".")]
            if cells and not numbers:
                return True
            if numbers and not min(numbers) - (max(numbers) - min(numbers)) <= j + 1 <= max(numbers) + (max(numbers) - min(numbers)):
                return True
        return False

    def key_count(self, rows, width):
        """Leading lines of a name and its value: words in the first cells, down to words over a column of numbers; or one
        line of words and values, no header itself, above different words in all columns, over numbers."""
        many = self.many_keys(rows, width)
        if many or len(rows) < 3 or self.is_header_over(rows, width):
            return many
        (_, first), (_, second) = rows[:2]
        valued = self.is_word(first[0]) and any(c.strip() and not self.is_word(c) for c in first)
        differ = len({c.strip() for c in second} - {""}) == width == len(first) == len(second)
        return 1 if valued and differ and self.is_heading(rows[1:], width) else 0

    def many_keys(self, rows, width):
        named = 0
        while named < min(len(rows), 100) and self.is_word(rows[named][1][0]):
            named += 1
        if named < 2 or named == len(rows):
            return 0
        keys, head, below = rows[: named - 1], rows[named - 1][1], rows[named : named + 19]
        valued = any(c.strip() and not self.is_word(c) for _, cells in keys for c in cells)
        words = [c for c in head if c.strip()]
        first = [cells[0] for _, cells in below if len(cells) == width and not self.is_missing(cells[0])]
        counted = 2 * sum(not self.is_word(c) for c in first) > len(first)
        fits = all(len(cells) == width for _, cells in rows[:named]) and len(words) > 1 and all(map(self.is_text, words))
        return named - 1 if valued and counted and fits else 0

    def has_years(self, rows, width):
        """Words and two or more years in order, over numbers that are no years."""
        head, below = rows[0], rows[1:21]
        years = [j for j, cell in enumerate(head) if re.fullmatch("(1[5-9]|20)\\d\\d|2100", cell.strip())]
        words = [cell for j, cell in enumerate(head) if cell.strip() and j not in years]
        if len(head) != width or len(years) < 2 or not words or not all(map(self.is_text, words)):
            return False
        values = [int(head[j]) for j in years]
        if values not in (sorted(set(values)), sorted(set(values), reverse=True)):
            return False
        numbers = [float(row[j].replace(",", ".").replace("\u2212", "-")) for row in below if len(row) == width for j in years if is_plain(row[j])]
        return sum(1500 <= n <= 2100 for n in numbers) * 2 < len(numbers)

    def is_header(self, first, below):
        """Words throughout, or words and years; amounts or dates over more of them are data."""
        if self.has_years([first, *below], len(first)):
            return True
        filled = [cell for cell in first if cell.strip()]
        if not filled or not all(self.is_text(cell) for cell in filled):
            return False
        alike = False
        for j, cell in enumerate(first):
            cells = [row[j] for row in below if j < len(row) and row[j].strip()]
            if not cell.strip():
                continue
            if self.is_word(cell):
                if 2 * sum(not self.is_word(c) for c in cells) > len(cells):
                    return True
            else:
                if 2 * sum(self.is_text(c) and not self.is_word(c) for c in cells) <= len(cells):
                    return True
                alike = True
        return not alike

    def judge(self, cells, width, heads, group=None):
        """group: the first cell above that is not empty."""
        if heads is not None and len(cells) == len(heads) and all(c.strip().lower() == h.lower() for c, h in zip(cells, heads)):
            return "repeated-header"
        filled = [cell for cell in cells if cell.strip()]
        if len(cells) > width:
            return "too-many-cells"
        if len(cells) < width:
            return "note" if filled and (all(map(self.is_word, filled)) or NOTES.match(filled[0].strip())) else "too-few-cells"
        words = [cell for cell in filled if self.is_word(cell)]
        first = re.sub(r"\s+", " ", re.sub(r"\s*[:.=]?\s*$", "", words[0].strip().lower())) if words else ""
        if first in TOTALS:
            return "total" if len(filled) > 1 else "summary"
        if first in SUMMARIES:
            return "summary"
        if words and words[0].strip().lower() in FOLLOWERS:
            return "follower"
        if len(filled) == 1 and width > 1 and self.is_word(cells[0]):
            return "note"
        summed = re.sub(r"^(%s)[\s:]+((for|of|-|–)\s+)?|[\s:]+(%s)$" % ((WORDS_OF_TOTALS,) * 2), "", words[0].strip().lower()) if words else None
        if group is not None and words and words[0] == cells[0] and len(words) < len(filled) and summed == group.strip().lower() != words[0].strip().lower():
            return "total"
        return "row"

    def sort_lines(self, rows, width, heads):
        """(line, cells or None) of every row, and the lines that are set aside, by reason."""
        groups = [None]
        for _, cells in rows:
            groups.append(cells[0] if len(cells) == width and cells[0] else groups[-1])
        kinds = [self.judge(cells, width, heads, group) for (_, cells), group in zip(rows, groups)]
        for i, kind in enumerate(kinds):
            if kind == "follower":
                kinds[i] = "summary" if i and kinds[i - 1] in ("total", "summary") else "row"
        last = max((i for i, kind in enumerate(kinds) if kind == "row"), default=-1)
        usual = [cells for (_, cells), kind in zip(rows, kinds) if len(cells) == width]
        named = sum(self.is_word(cells[0]) for cells in usual)
        out, aside = [], {}
        for i, ((line, cells), kind) in enumerate(zip(rows, kinds)):
            behind = i > last and len(rows) - i <= 20
            if kind == "note":
                alien = len(cells) < width or 2 * named < len(usual) or NOTES.match(cells[0].strip())
                kind = "footer" if behind and alien else ("row" if len(cells) == width else "too-few-cells")
            if kind == "summary":
                kind = "total" if behind else "row"
            if kind != "row":
                aside.setdefault(kind, []).append(line)
            out.append((line, cells if kind == "row" else None))
        return out, aside

    # ------------------------------------------------------------ columns

    def column(self, cells, table):
        """cells: of the rows, None where a row is set aside."""
        filled = [c for c in cells if c is not None and not self.is_missing(c) and not is_infinite(c)]
        words = [c for c in filled if self.is_word(c)]
        mostly_words = len(words) > 0.1 * len(filled)
        dated = [c for c in filled if not is_plain(c) and (date(c, True) or date(c, False))]
        timed = [c for c in filled if time_of_day(c) is not None]
        numbers = [c for c in filled if c not in dated and c not in timed and c not in words]
        if not mostly_words and len(dated) > len(numbers) and len(dated) >= len(timed):
            result = self.dates(cells, dated, words)
            if result:
                return result
        if len(timed) > len(numbers) and not words:
            return self.times(cells, timed)
        return self.numbers(cells, numbers, mostly_words, table)

    def kept(self, cell, read):
        if cell is None:
            return "aside"
        if self.is_missing(cell):
            return None
        value = read(cell)
        if value is None:
            return "text"
        return value

    def times(self, cells, timed):
        """Hours and minutes; beside times of three parts, minutes and seconds if hours would not fit a day."""
        short = [c for c in timed if c.count(":") == 1]
        long = [c for c in timed if c.count(":") == 2]
        most = max((time_of_day(c) for c in short), default=0) / 3600
        unit, scale, doubts = "seconds, of hours:minutes", 1, []
        if short and long and not (most < 24 and max(time_of_day(c) for c in long) >= 12 * 3600):
            if 24 <= most < 60:
                unit, scale = "seconds, of minutes:seconds", 60
            else:
                unit, doubts = None, ["ambiguous-date"]
        values = [self.kept(c, lambda c: None if doubts else time_of_day(c) / (scale if c.count(":") == 1 else 1)) for c in cells]
        return {"values": values, "unit": unit, "doubts": doubts}

    def dates(self, cells, dated, words):
        def is_ordered(cell, order):
            found = date(cell, order)
            return found is not None and found[2] == "ordered"

        days = [c for c in dated if is_ordered(c, True) and not is_ordered(c, False)]
        months = [c for c in dated if is_ordered(c, False) and not is_ordered(c, True)]
        both = [c for c in dated if is_ordered(c, False) and is_ordered(c, True)]
        order = self.options.get("dates")
        if order is None and days and not months:
            order = "day-first"
        if order is None and months and not days:
            order = "month-first"
        is_open = order is None and bool(days or months or both)

        def read(cell):
            found = date(cell, order != "month-first")
            if is_plain(cell) or not found:
                return None
            if is_open or (found[2] == "month" and words):
                return None
            return found

        found = [read(c) for c in cells if c is not None and not self.is_missing(c)]
        if not is_open and not any(found):
            return None
        with_time = any(f[1] for f in found if f)
        values = [self.kept(c, lambda c: (lambda f: f and f[0] / (1 if with_time else 86400))(read(c))) for c in cells]
        unit = ("seconds" if with_time else "days") + " since 1970-01-01"
        return {"values": values, "unit": unit if any(found) else None, "doubts": ["ambiguous-date"] if is_open else []}

    def numbers(self, cells, numbers, mostly_words, table):
        need = {mark: [c for c in numbers if number(c, mark) and not number(c, other(mark))] for mark in ".,"}
        alike = {mark: [c for c in numbers if is_alike(c, mark)] for mark in ".,"}
        whole = [c for c in numbers if not alike["."] + alike[","] or c not in alike["."] + alike[","]]
        whole = [c for c in whole if number(c, ".") and number(c, ",") and number(c, ".")[0] == number(c, ",")[0] and not re.search("[eE][+-]?\\d", c)]
        given = self.options.get("decimal")
        own = len(need["."]) - len(need[","])
        mark = given or ("." if own > 0 else "," if own < 0 else table["mark"])
        is_open = not given and own == 0 and not table["proven"] and bool(alike["."] or alike[","])
        below = all(abs(number(c, ".")[0]) < 1000 for c in whole)
        if is_open and whole and below and bool(alike["."]) != bool(alike[","]):
            mark = "." if alike[","] else ","
        doubts = []
        mixed_points = mark == "." and alike["."] and whole and not need["."] and not given
        if mixed_points or is_open:
            doubts.append("ambiguous-decimal")
        both_used = bool(need["."]) and bool(need[","])

        # Units are looked at in all numbers, whatever the mark is.
        marked = [number(c, m) for c in numbers for m in ".," if number(c, m)]
        units = sorted({u for _, u, _ in marked if u})
        united = sum(1 for c in numbers if any(number(c, m) and number(c, m)[1] for m in ".,"))
        in_parentheses = sum(1 for c in numbers if any(number(c, m) and number(c, m)[2] for m in ".,"))
        bare = re.sub(rf"^({PREFIX})", "", units[0]).rstrip(".") if units else ""
        without = [c for c in numbers if not any(number(c, m) and number(c, m)[1] for m in ".,")]
        sizes = any(word in SCALES for word in (bare, units[0].rstrip("."))) if units else False
        of_sizes = len(units) == 1 and sizes and any(number(c, m) and number(c, m)[0] != 0 for c in without for m in ".,")
        keeps_unit = len(units) == 1 and not mostly_words and not (of_sizes and 2 * united <= len(numbers))
        needs_unit = of_sizes and keeps_unit
        is_money = bool(units) and bool(re.match(PREFIX, units[0]))
        if not mostly_words and (len(units) == 2 or of_sizes or (len(units) == 1 and without and not sizes and not is_money)):
            doubts.append("mixed-units")
        keeps_parentheses = in_parentheses < len(numbers) and not mostly_words

        def read(cell):
            if is_infinite(cell):
                return "inf"
            found = number(cell, mark)
            if not found or (found[1] and not keeps_unit) or (needs_unit and not found[1]) or (found[2] and not keeps_parentheses):
                return None
            if both_used and is_alike(cell, other(mark)):
                return None
            if found[0] in self.missing_numbers:
                return "missing"
            return "inf" if math.isinf(found[0]) else found[0]

        values = [self.kept(c, read) for c in cells]
        if not any(isinstance(v, float) for c, v in zip(cells, values) if c in alike["."] + alike[","]):
            doubts = [doubt for doubt in doubts if doubt != "ambiguous-decimal"]
        return {"values": [None if v == "missing" else v for v in values], "unit": units[0] if keeps_unit else None, "doubts": doubts}


def other(mark):
    return "," if mark == "." else "."


def is_alike(cell, mark):
    """Like 1,234: a thousand if the mark separates thousands, else a decimal."""
    under = number(cell, mark), number(cell, other(mark))
    return bool(under[0] and under[1]) and under[0][0] != under[1][0] and mark in cell


TOTALS = set(
    "total|totals|grand total|grand totals|sub total|subtotal|subtotals|sub-total|sum|sums|summe|summen|gesamt|gesamtsumme|insgesamt|"
    "zwischensumme|endsumme|gesamtergebnis|somme|total général|total general|sous-total|suma|sumas|total geral|somma|totale|totali|"
    "totale generale|totaal|subtotaal|razem|ogółem|celkem|součet|összesen|summa|yhteensä|totalt|i alt|toplam|genel toplam|итого|всего|"
    "σύνολο|合计|合計|总计|小计|합계|tổng cộng|jumlah".split("|")
)
FOLLOWERS = {"n", "se", "sem", "std err", "cv", "cv%", "%cv", "rsd", "%rsd", "var", "variance", "range"}
WORDS_OF_TOTALS = "|".join(re.escape(word) for word in sorted(TOTALS, key=len, reverse=True))
SUMMARIES = set(
    "average|averages|mean|means|median|minimum|maximum|min|max|std|std dev|stdev|standard deviation|sd|count|mittelwert|durchschnitt|"
    "anzahl|moyenne|médiane|media|promedio|mediana|média|gemiddelde|średnia|среднее|平均".split("|")
)
NOTES = re.compile(
    r"[*†‡§©]|\(?\d\)\s|sources?\b|notes?\b|data sources?\b|footnotes?\b|quellen?\b|anmerkung|hinweis|fuentes?\b|notas?\b|fontes?\b|fonti\b|"
    r"remarques?\b|bron\b|źródło|источник|出典|generated\b|exported\b|created\b|copyright\b|as of\b|stand\b|last updated\b|end of\b",
    re.I,
)


def read_table(data, options):
    reader = Reader(options)
    text, first_line, comments, named = split_preamble(decode(data))
    delimiter = options.get("delimiter") or named
    if not delimiter:
        tried = ["\t", ";", ",", "|", " "]
        fits = [fit(records(text, tried_one, first_line)) for tried_one in tried]
        delimiter = tried[fits.index(max(fits))]
    rows = records(text, delimiter, first_line)
    strict = options.get("strict", False)
    width = width_of(rows)
    shown = [(line, cells[:width] if all(map(str.strip, cells[:width])) and not any(map(str.strip, cells[width:])) else cells) for line, cells in rows]
    titles = 0 if strict else reader.title_count(shown, width)
    header = options.get("header")
    groups = None if strict or header is not None else reader.group_names(shown[titles:], width)
    titles += 1 if groups else 0
    above = [line for line, _ in rows[:titles]]
    rows = shown[titles : titles + 1] + rows[titles + 1 :]
    if groups:
        header = True
    if header is None:
        header = reader.is_header(rows[0][1], [cells for _, cells in rows[1:]])
    heads, names = None, [f"column {j + 1}" for j in range(width)]
    if header:
        raw = [cell.strip() for cell in rows[0][1]]
        if not strict and reader.numbers_columns(rows[1:], width):
            above.append(rows[1][0])
            del rows[1]
        body = next(cells for _, cells in rows[1:] if len(cells) == width)
        full = raw
        if len(raw) == width - 1:
            full = raw + [""] if not body[-1].strip() else [""] + raw
        names = [name or f"column {j + 1}" for j, name in enumerate(groups or full)]
        width = len(names)
        rows = rows[1:]
        if any(not reader.is_word(c) and not reader.is_missing(c) for _, cells in rows for c in cells):
            heads = raw
    elif comments and len(re.split(r"\s+" if delimiter == " " else re.escape(delimiter), comments[-1])) == width:
        names = [name.strip() for name in re.split(r"\s+" if delimiter == " " else re.escape(delimiter), comments[-1])]
    aside = {"title": above} if above else {}
    if strict:
        lines = list(rows)
    else:
        lines, found = reader.sort_lines(rows, width, heads)
        aside.update(found)
    if sum(len(v) for k, v in aside.items() if k != "title") * 2 > len(lines):
        return {"error": "ragged-row"}
    cells = [c for _, row in lines if row for c in row]
    need = {mark: sum(1 for c in cells if number(c, mark) and not number(c, other(mark))) for mark in ".,"}
    alike = {mark: sum(1 for c in cells if is_alike(c, mark)) for mark in ".,"}
    proven = need["."] != need[","]
    mark = "," if (need[","] > need["."] if proven else alike[","] > alike["."] and delimiter != ",") else "."
    table = {"mark": options.get("decimal") or mark, "proven": proven}
    columns = []
    for j, name in enumerate(names):
        found = reader.column([row[j] if row else None for _, row in lines], table)
        columns.append({"name": name, **found})
    return {"rows": len(lines), "setAside": aside, "columns": columns}


def main():
    expected = {}
    for path in sorted((HERE / "tables").iterdir()):
        expected[path.name] = read_table(path.read_bytes(), OPTIONS.get(path.name, {}))
    lines = [f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(table, ensure_ascii=False)}" for name, table in expected.items()]
    (HERE / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(len(expected), "tables")


if __name__ == "__main__":
    main()
