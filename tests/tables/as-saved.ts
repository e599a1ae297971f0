import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import type { Delimiter } from "@causal-velocity/core/table/split-rows.js";

/** A table as a person or a program saves it, and what it holds. */
export interface SavedTable {
  readonly text: string;
  readonly delimiter: Delimiter;
  readonly header: boolean;
  readonly names: readonly string[];
  readonly columns: readonly SavedColumn[];
  /** Rows of data: totals, titles and footers are not among them. */
  readonly rowCount: number;
  /** What it was made of, for counts by cause. */
  readonly parts: readonly string[];
  /** Whether nobody can tell from the text if the first row is a header: numbers over numbers. */
  readonly isOpenHeader: boolean;
}

/** Values of a column; NaN where a cell is missing or text. */
interface SavedColumn {
  readonly name: string;
  readonly kind: string;
  readonly cells: readonly string[];
  readonly values: readonly number[];
}

/** How a country writes numbers and dates, and what it calls a total. */
interface Locale {
  readonly decimal: "." | ",";
  readonly group: string;
  readonly date: "ymd-" | "dmy." | "dmy/" | "mdy/" | "dmy-";
  readonly total: string;
}

const NARROW = "\u202f";
const LOCALES: readonly Locale[] = (
  [
    ...[". , mdy/ Total", ". , dmy/ Grand total", ". , ymd- Total", ". , dmy- Total", ". , dmy/ Totals"],
    ...[", . dmy. Summe", ", . dmy. Gesamt", ". ' dmy. Total", ". ’ dmy. Insgesamt", ", . dmy- Totaal"],
    ...[", _ dmy/ Total", `, ${NARROW} dmy/ Total général`, ", . dmy/ Total", ", . dmy/ Totale", ", . dmy/ Suma"],
    ...[", _ dmy. Razem", ", _ dmy. Celkem", ", _ dmy. Összesen", ", _ dmy. Yhteensä", ", _ ymd- Summa"],
    ...[", . dmy- I alt", ", _ dmy. Totalt", ", . dmy. Toplam", ", _ dmy. Итого", ", _ dmy. Всього"],
    ...[". , ymd- 合計", ". , ymd- 合计", ". , ymd- 합계", ", . dmy/ Total geral", ", . dmy. Ukupno"],
  ] as const
).map((line) => {
  const [decimal, group, date, ...total] = line.split(" ");
  return { decimal, group: group === "_" ? " " : group, date, total: total.join(" ") } as Locale;
});

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t", "|", " "];
const WORDS = "oak pine birch maple elm ash beech larch spruce willow hazel alder cedar poplar linden yew".split(" ");
const PLACES =
  "New York|San José|Bad Homburg|St. Gallen|Rio de Janeiro|Aix-en-Provence|Santa Fe|Cape Town|La Paz|Den Haag".split(
    "|",
  );
const COUNTRIES =
  "AFG ALB DZA AGO ARG AUS AUT BEL BRA CAN CHL CHN COL DEU DNK EGY ESP FIN FRA GBR GRC IND ITA JPN KEN MEX NGA NLD NOR PER POL SOM SWE TUR USA ZAF".split(
    " ",
  );
const FILMS =
  "The Third Man|Total Recall|Sum of All Fears|Night Train|Average Joe|The Grand Total|Red River|Lost in Space|Blue Note|Cold Mean Streets".split(
    "|",
  );
const NAMES =
  "dose|response|age|height_cm|Body mass (kg)|temp.|Umsatz|Ort|población|β|x1|weight, kg|Q1|No.|n|p value|time[s]|radius mean|Größe (m)|flow|rain|CO2|pH|speed|id_2|A|y|Anteil %|type|site name".split(
    "|",
  );
/** Names that also mean that a value is missing. */
const MISSING_NAMES = ["Na", "None", "nan", "null", "NA", "-", "?", "."];
const MISSING_MARKS = ["", "NA", "nan", "-", "n/a", "None", "NULL", "#N/A", "."];
const FOOTERS = [
  "Source: Federal Statistical Office",
  "* provisional",
  "Note: figures are rounded.",
  "© 2024 The Authors",
];
const TITLES = [
  "Annual report 2023",
  "Table 4: Yield by site",
  "Exported on 2024-03-01",
  "Measurements (all sites)",
  "Results",
];

/** Draws with names for what is drawn often. */
interface Draws {
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  readonly rng: Rng;
}

function drawsFrom(rng: Rng): Draws {
  const below = (count: number): number => Math.min(count - 1, Math.floor(rng.uniform() * count));
  return {
    rng,
    below,
    chance: (probability) => rng.uniform() < probability,
    pick: (list) => at(list, below(list.length)),
  };
}

function at<T>(list: ArrayLike<T>, place: number): T {
  const item = list[place];
  if (item === undefined) throw new Error(`nothing at place ${place}`);
  return item;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Digits of a number with marks of a country. */
function written(value: number, digits: number, { decimal, group }: Locale, isGrouped: boolean): string {
  const [whole = "", fraction] = Math.abs(value).toFixed(digits).split(".");
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, group) : whole;
  const isNegative = Number(value.toFixed(digits)) < 0;
  return `${isNegative ? "-" : ""}${grouped}${fraction === undefined ? "" : decimal + fraction}`;
}

/** A column of numbers: cells and values. `sum` writes a total of it. */
interface Made {
  readonly kind: string;
  readonly cells: string[];
  readonly values: number[];
  readonly sum?: (value: number) => string;
}

type Maker = (draws: Draws, rows: number, locale: Locale) => Made;

function numbers(
  kind: string,
  digits: number,
  isGrouped: boolean,
  draw: (draws: Draws) => number,
  dress = ["", ""],
): Maker {
  return (draws, rows, locale) => {
    const write = (value: number): string => dress[0] + written(value, digits, locale, isGrouped) + dress[1];
    const values = Array.from({ length: rows }, () => Number(draw(draws).toFixed(digits)) + 0);
    return { kind, values, cells: values.map(write), sum: write };
  };
}

const spread = (scale: number) => (draws: Draws) => scale * draws.rng.normal();
const positive = (from: number, factor: number) => (draws: Draws) => from * factor ** draws.rng.uniform();

const NUMERIC: readonly Maker[] = [
  numbers("integer", 0, false, (draws) => draws.below(100)),
  numbers("integer", 0, false, positive(10, 1e5)),
  numbers("integer", 0, false, spread(40)),
  numbers("decimal", 1, false, spread(30)),
  numbers("decimal", 2, false, positive(0.5, 2000)),
  numbers("decimal", 3, false, positive(1.5, 300)),
  numbers("decimal", 4, false, spread(1)),
  numbers("thousands", 0, true, positive(20, 1e6)),
  numbers("thousands", 2, true, positive(50, 1e5)),
  numbers("percent", 1, false, (draws) => 100 * draws.rng.uniform(), ["", "%"]),
  numbers("currency", 2, true, positive(1, 1e4), ["$", ""]),
  numbers("currency", 2, true, positive(1, 1e4), ["", " €"]),
  (draws, rows, { decimal }) => {
    const values = Array.from({ length: rows }, () => draws.rng.normal() * 10 ** (draws.below(12) - 6));
    return { kind: "exponent", values, cells: values.map((value) => String(value).replace(".", decimal)) };
  },
];
/** Thousands in every cell, so that nothing but the country shows what 145.891 is. */
const OPEN_THOUSANDS = numbers("thousands alone", 0, true, positive(1001, 900));

function texts(kind: string, text: (draws: Draws, row: number) => string): Maker {
  return (draws, rows) => ({
    kind,
    cells: Array.from({ length: rows }, (_, i) => text(draws, i)),
    values: Array.from({ length: rows }, () => Number.NaN),
  });
}

const TEXTS: readonly Maker[] = [
  texts("word", (draws) => draws.pick(WORDS)),
  texts("place", (draws) => draws.pick(PLACES)),
  texts("word and number", (draws) => `Subject ${1 + draws.below(40)}`),
  texts("word and number", (_, row) => `Week ${1 + (row % 52)}`),
  texts("code", (draws) => `${draws.pick(["A", "B", "PX-"])}${100 + draws.below(900)}`),
  texts("country", (draws, row) => at(COUNTRIES, (row + draws.below(2)) % COUNTRIES.length)),
  texts("film", (_, row) => at(FILMS, row % FILMS.length)),
  texts("sentence", (draws) => `${draws.pick(WORDS)}, then ${draws.pick(WORDS)}; ${draws.pick(PLACES)}`),
  texts("list", (draws) => `${draws.pick(WORDS)};${draws.pick(WORDS)}`),
  texts("truth", (draws) => draws.pick(["TRUE", "FALSE"])),
  texts("answer", (draws) => draws.pick(["yes", "no"])),
];

const DAY = 86_400;

function dates(withTime: boolean): Maker {
  return (draws, rows, locale) => {
    const start = 8000 + draws.below(11_000);
    const step = draws.pick([1, 1, 7, 30]);
    const days = Array.from({ length: rows }, (_, i) =>
      draws.chance(0.5) ? start + step * i : start + draws.below(2000),
    );
    // 31 May 1997, which shows the order of days and months; one such day among many is a slip.
    days[0] = 10_012;
    days[1] = 10_012;
    const clocks = days.map(() => (withTime ? 60 * draws.below(1440) : 0));
    const way = draws.chance(0.4) ? "ymd-" : locale.date;
    const cells = days.map((day, i) => {
      const date = new Date(1000 * (DAY * day));
      const [year, month, date_] = [date.getUTCFullYear(), two(date.getUTCMonth() + 1), two(date.getUTCDate())];
      const mark = at(way, 3);
      const parts = way.startsWith("ymd")
        ? [year, month, date_]
        : way.startsWith("dmy")
          ? [date_, month, year]
          : [month, date_, year];
      const clock = at(clocks, i) / 60;
      return parts.join(mark) + (withTime ? ` ${two(Math.floor(clock / 60))}:${two(clock % 60)}` : "");
    });
    return {
      kind: withTime ? "date and time" : "date",
      cells,
      values: days.map((day, i) => (withTime ? DAY * day + at(clocks, i) : day)),
    };
  };
}
const DATES: readonly Maker[] = [dates(false), dates(true)];

/** Marks some cells of numbers and dates as missing, but not all of the first row, nor of a column. */
function withMissing(made: Made, draws: Draws, delimiter: Delimiter): Made {
  if (made.kind === "thousands alone" || Number.isNaN(made.values[0])) return made;
  const mark = draws.pick(MISSING_MARKS.slice(delimiter === " " ? 1 : 0));
  made.cells.forEach((_, i) => {
    if (i > 1 && draws.chance(0.08)) [made.cells[i], made.values[i]] = [mark, Number.NaN];
  });
  return made;
}

/** A cell as programs write it: in quotes where that is needed, or everywhere. */
function quoted(cell: string, delimiter: Delimiter, isAlways: boolean): string {
  const isNeeded =
    cell.includes(delimiter) || /["\r\n]/.test(cell) || (delimiter === " " && (cell === "" || /\s/.test(cell)));
  return isAlways || isNeeded ? `"${cell.replaceAll('"', '""')}"` : cell;
}

type HeaderWay =
  | "names"
  | "missing name"
  | "one word and numbers"
  | "years"
  | "counted"
  | "single quotes"
  | "one short"
  | "two lines"
  | "none"
  | "numbers over numbers";
const HEADERS: readonly HeaderWay[] = [
  ...["names", "names", "names", "names", "missing name", "one word and numbers", "years"],
  ...["counted", "single quotes", "one short", "two lines", "none", "numbers over numbers"],
] as HeaderWay[];

/** The table of a seed. The same seed gives the same table. */
export function savedTable(seed: number): SavedTable {
  const draws = drawsFrom(seededRng(seed).split("saved table"));
  const { pick, chance, below } = draws;
  const parts: string[] = [];
  const locale = pick(LOCALES);
  let delimiter = pick(DELIMITERS);
  // A spreadsheet of a country whose decimal mark is the comma.
  if (chance(0.3)) delimiter = locale.decimal === "," ? ";" : ",";
  const rows = Math.round(3 * 1000 ** (draws.rng.uniform() ** 2));
  const way = pick(HEADERS);
  const width = Math.max(way === "two lines" ? 5 : 3, 3 + below(10));
  const isNumeric =
    way === "numbers over numbers" || way === "one word and numbers" || way === "years" || way === "counted";
  const makers: Maker[] = Array.from({ length: width }, (_, j) => {
    if (way === "years" || way === "counted") return j === 0 ? pick(TEXTS.slice(0, 5)) : pick(NUMERIC.slice(3, 7));
    if (isNumeric) return pick(NUMERIC.slice(way === "numbers over numbers" ? 3 : 0, 7));
    if (j === width - 1) return pick(NUMERIC);
    const kind = draws.rng.uniform();
    return kind < 0.3 ? pick(TEXTS) : kind < 0.42 ? pick(DATES) : kind < 0.45 ? OPEN_THOUSANDS : pick(NUMERIC);
  });
  const made = makers.map((make) => {
    const column = make(draws, rows, locale);
    return chance(0.15) ? withMissing(column, draws, delimiter) : column;
  });
  parts.push(`delimiter ${delimiter === "\t" ? "tab" : delimiter === " " ? "blank" : delimiter}`, `header: ${way}`);

  const used = new Set<string>();
  const nameOf = (): string => {
    let name = pick(NAMES);
    while (used.has(name)) name = `${pick(NAMES)} ${2 + below(99)}`;
    used.add(name);
    return name;
  };
  let names = made.map(nameOf);
  let lines: string[][] = [names];
  const start = pick([100, 200, 350, 1]);
  const step = pick([50, 100, 5, 2.5]);
  switch (way) {
    case "missing name": {
      // Over numbers, so that it is no value of its column.
      const over = made.map(({ values }) => !Number.isNaN(values[0])).lastIndexOf(true);
      names[over] = pick(MISSING_NAMES);
      break;
    }
    case "one word and numbers":
      names = made.map((_, j) => (j === 0 ? pick(["time", "wavelength", "dose"]) : String(start + step * (j - 1))));
      lines = [names];
      break;
    case "years":
      names = made.map((_, j) => (j === 0 ? pick(["country", "site", "Land", ""]) : String(1990 + j)));
      lines = [names];
      names = names.map((name, j) => name || `column ${j + 1}`);
      break;
    case "counted":
      names = made.map((_, j) => (j === 0 ? "" : String(j - 1)));
      lines = [names];
      names = names.map((name, j) => name || `column ${j + 1}`);
      break;
    case "single quotes":
      lines = [names.map((name) => `'${name}'`)];
      break;
    case "one short":
      // As R writes row names, which differ from each other.
      made[0] = {
        kind: "row name",
        cells: Array.from({ length: rows }, (_, row) => String(row + 1)),
        values: Array.from({ length: rows }, (_, row) => row + 1),
      };
      lines = [names.slice(1)];
      names = ["column 1", ...names.slice(1)];
      break;
    case "two lines": {
      const groups = names.map((_, j) =>
        j === 0 ? "" : at(["Men", "Women", "All", "Other", "More", "Rest"], Math.floor((j - 1) / 2)),
      );
      const inner = names.map((_, j) => (j === 0 ? "site" : j % 2 === 1 ? "count" : "share"));
      lines = [groups.map((group, j) => (j > 1 && group === groups[j - 1] ? "" : group)), inner];
      names = inner.map((name, j) => `${groups[j]} ${name}`.trim());
      made[0] = at(TEXTS, 0)(draws, rows, locale);
      for (let j = 1; j < width; j++) made[j] = pick(NUMERIC.slice(0, 7))(draws, rows, locale);
      break;
    }
    case "none":
      lines = [];
      names = names.map((_, j) => `column ${j + 1}`);
      break;
    case "numbers over numbers":
      lines = [names.map((_, j) => String(start + step * j))];
      names = at(lines, 0);
      break;
    default:
  }

  const body = Array.from({ length: rows }, (_, i) => made.map(({ cells }) => at(cells, i)));
  const tail: string[][] = [];
  const isReport =
    way === "names" && rows >= 6 && /^(word|place|row name|country)$/.test(at(made, 0).kind) && chance(0.35);
  if (isReport) {
    parts.push("totals");
    const sums = made.map(({ values, sum }, j) => {
      if (j === 0) return locale.total;
      const total = values.reduce((whole, value) => whole + (Number.isNaN(value) ? 0 : value), 0);
      return sum ? sum(total) : "";
    });
    tail.push(sums);
    if (chance(0.4)) {
      parts.push("footer");
      tail.push([pick(FOOTERS)]);
    }
  }
  const above: string[] = [];
  if (way !== "none" && way !== "numbers over numbers" && chance(0.12)) {
    parts.push("titles");
    const isPadded = chance(0.5) && delimiter !== " ";
    for (let k = 0; k <= below(3); k++) {
      const title = quoted(pick(TITLES), delimiter, false);
      above.push(isPadded ? title + delimiter.repeat(width - 1) : title);
    }
    if (chance(0.5)) above.push("");
  }
  if (chance(0.05)) above.unshift("# made by a logger");
  const isAlways = chance(0.1);
  const lineEnd = pick(["\n", "\n", "\r\n", "\r\n", "\r"]);
  const text = [
    ...above,
    ...[...lines, ...body, ...tail].map((cells) =>
      cells.map((cell) => quoted(cell, delimiter, isAlways)).join(delimiter),
    ),
  ];
  for (const { kind } of made) if (!parts.includes(kind)) parts.push(kind);
  return {
    text: (chance(0.1) ? "\ufeff" : "") + text.join(lineEnd) + (chance(0.9) ? lineEnd : ""),
    delimiter,
    header: lines.length > 0,
    names,
    columns: made.map(({ kind, cells, values }, j) => ({ name: at(names, j), kind, cells, values })),
    rowCount: rows,
    parts,
    isOpenHeader: way === "numbers over numbers",
  };
}
