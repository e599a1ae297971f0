import { describe, expect, test } from "vitest";
import { failure } from "../../../../tests/support/failure.js";
import { seededRng } from "../primitives/random.js";
import { parseTable } from "./parse-table.js";
import { sampleCells } from "./table-format.js";

test("the first rows come as they are written, without comments and blank lines, numbered by line", () => {
  const text = '# made today\n\nname;size\n"a;b";1,5\n\nc;x\nd;2\n';
  expect(sampleCells(text, { delimiter: ";" }, 3)).toEqual([
    { cells: ["name", "size"], line: 3 },
    { cells: ["a;b", "1,5"], line: 4 },
    { cells: ["c", "x"], line: 6 },
  ]);
  expect(sampleCells(text, { delimiter: ";" }, 0)).toEqual([]);
});

const layout = (rows: readonly string[]) => {
  const { format, columns, rowCount, findings } = parseTable(`${rows.join("\n")}\n`);
  const doubts = findings.filter(({ code }) => code === "layout").map(({ severity }) => severity);
  return { delimiter: format.delimiter, names: columns.map(({ name }) => name), rowCount, doubts };
};
const body = (line: (i: number) => string) => Array.from({ length: 40 }, (_, i) => line(i));

describe("the delimiter", () => {
  const words = ["ash", "oak", "elm"];
  test.each<[string, (i: number) => string]>([
    ["words and numbers", (i) => `Subject ${i % 7}`],
    ["weeks", (i) => `Week ${i}`],
    ["dates with times", (i) => `2024-01-${10 + (i % 20)} 10:${10 + i}`],
    ["thousands by blanks", (i) => `${1 + i} ${100 + 17 * i}`],
  ])("is the tab where cells hold blanks: %s", (_, cell) => {
    const rows = body((i) => `${cell(i)}\t${words[i % 3]}\t${i / 8}`);
    const expected = { delimiter: "\t", names: ["when", "what", "how"], rowCount: 40, doubts: [] };
    expect(layout(["when\twhat\thow", ...rows])).toEqual(expected);
    expect(layout(["when it was\twhat\thow", ...rows]).delimiter).toBe("\t");
    expect(layout(rows)).toMatchObject({ delimiter: "\t", rowCount: 40 });
  });

  test.each<[string, string, readonly string[]]>([
    ["a semicolon beside decimal commas in one column", ";", body((i) => `${words[i % 3]};x${i};${i},5`)],
    ["a semicolon beside decimal commas in all columns", ";", body((i) => `${i},25;${i},5`)],
    ["a comma beside lists with semicolons", ",", body((i) => `${words[i % 3]};${words[(i + 1) % 3]},${i}.5,${i}`)],
    ["blanks beside decimal commas", " ", body((i) => `${i},25 ${2 * i},5 ${words[i % 3]}`)],
    ["blanks beside quotes and decimal commas", " ", body((i) => `"a b" ${i},25 "${words[i % 3]}"`)],
    ["a comma behind words with blanks", ",", body((i) => `the ${i} big ${words[i % 3]},${i}`)],
  ])("is %s", (_, delimiter, rows) => {
    const width = { ";": rows[0].split(";").length, ",": rows[0].split(",").length, " ": 3 }[
      delimiter as ";" | "," | " "
    ];
    const names = Array.from({ length: width }, (_, j) => `n${j}`).join(delimiter);
    expect(layout([names, ...rows])).toMatchObject({ delimiter, rowCount: 40 });
  });

  test("is the one that splits the names too, and not one within quotes or units", () => {
    const places = body((i) => `${i}.5, ${i}.25;+1 (426) ${i};W${i}`);
    expect(layout(["place;phone;code", ...places])).toMatchObject({
      delimiter: ";",
      names: ["place", "phone", "code"],
    });
    const people = body((i) => `${i}.34\t${["Poe", "Ray", "Lee"][i % 3]}, Jo`);
    expect(layout(["x0\tfirst", ...people])).toMatchObject({ delimiter: "\t", names: ["x0", "first"] });
    const sales = body((i) => `"B${i}";"${i},5"`);
    expect(layout(["Sales by region, 2020", '"Prodotto";"Costo"', ...sales])).toMatchObject({
      delimiter: ";",
      names: ["Prodotto", "Costo"],
    });
  });

  test("is not one that every line happens to hold", () => {
    const cut = ["Länge, cm;Gewicht", ...body((i) => `${i},5;20`), "61,5"];
    expect(layout(cut)).toMatchObject({ delimiter: ";", names: ["Länge, cm", "Gewicht"] });
    const people = ["Last, First\tage\theight", ...body((i) => `Poe, Jo\t${i}\t1.${70 + i}`), "Source: Smith, 2020"];
    expect(layout(people)).toMatchObject({ delimiter: "\t", rowCount: 41 });
  });

  test("is doubtful where blanks split the lines as evenly, and no header shows it", () => {
    expect(layout(body((i) => `Subject ${i % 7},${i}`))).toMatchObject({ delimiter: ",", doubts: ["warn"] });
    expect(layout(["who,what", ...body((i) => `Subject ${i % 7},${i}`)])).toMatchObject({ delimiter: ",", doubts: [] });
  });
});

describe("a header that is one name short", () => {
  const rows = (label: (i: number) => string) => ["a,b", ...body((i) => `${label(i)},${i / 4},${i * i}`)];
  test("is noted where the first cells are names, and doubtful where they are not", () => {
    const names = ["column 1", "a", "b"];
    expect(layout(rows((i) => `${i + 1}`))).toMatchObject({ names, doubts: [] });
    expect(layout(rows((i) => `Car ${i}`))).toMatchObject({ names, doubts: ["note"] });
    expect(layout(rows((i) => `Car ${i % 5}`))).toMatchObject({ names, doubts: ["warn"] });
  });
});

test("a first column may be named #", () => {
  expect(layout(["#,name,score", ...body((i) => `${i},w${i % 4},${i / 4}`)]).names).toEqual(["#", "name", "score"]);
  expect(layout(["# made by us, in May", "a,b", ...body((i) => `${i / 8},${i}`)]).names).toEqual(["a", "b"]);
});

test("an empty line ends a title above words", () => {
  expect(layout(["Report,", ",", "land,product", ...body((i) => `l${i % 3},p${i}`)]).names).toEqual([
    "land",
    "product",
  ]);
  expect(layout(["Sales report", "", "name,rating", ...body((i) => `n${i},good`)]).names).toEqual(["name", "rating"]);
});

test("addresses in a column of words do not make a comma the decimal mark", () => {
  const rows = body((i) => `s${i % 3},${i % 3 === 0 ? "192.168.100.101" : `10.0.0.${i}`},${1 + i}.${234 + i}`);
  const { columns } = parseTable(`server,ip,latency\n${rows.join("\n")}\n`);
  expect([columns[2].values[0], columns[1].firstText?.cell]).toEqual([1.234, "192.168.100.101"]);
});

test("single quotes around all names are taken off, and only then", () => {
  const names = (head: string) => parseTable(`${head}\n1,2\n3,4\n`).columns.map(({ name }) => name);
  expect(names("'age','body mass'")).toEqual(["age", "body mass"]);
  expect(names("'age',b's")).toEqual(["'age'", "b's"]);
});

describe("a file of the attribute-relation format", () => {
  const arff = [
    "% made by hand",
    "",
    "@RELATION 'iris data'",
    "@attribute 'sepal length' NUMERIC",
    '@attribute "petal \\"width\\"" real',
    "@ATTRIBUTE class {a,'b c'}",
    "@data",
  ];
  test("has the names of its attributes", () => {
    const table = parseTable([...arff, "5.1,0.2,a", "4.9,?,a", "% between", "6.3,1.8,'b c'"].join("\r\n"));
    expect(table.columns.map(({ name }) => name)).toEqual(["sepal length", 'petal "width"', "class"]);
    expect(Array.from(table.columns[0].values).filter(Number.isFinite)).toEqual([5.1, 4.9, 6.3]);
  });
  test("may have tabs between values, and is refused if a row has no cell for each name", () => {
    const names = parseTable([...arff, "5.1\t0.2\ta", "4.9\t0.3\ta", "6.3\t1.8\tb"].join("\n")).columns.map(
      ({ name }) => name,
    );
    expect(names).toEqual(["sepal length", 'petal "width"', "class"]);
    const error = failure(() => parseTable([...arff, "5.1,0.2", "4.9,0.1"].join("\n")));
    expect([error.code, error.message]).toEqual([
      "malformed-file",
      expect.stringContaining("rows of 2 cells; expected 3"),
    ]);
    const comments = "% comment\r\n".repeat(40);
    // Lines that only begin like such a file are looked at once.
    expect(failure(() => parseTable(`${comments}a,b\n1,2\n3,4\n`)).code).toBe("ragged-row");
    expect(
      parseTable(comments + ["@relation r", "@attribute x{a,b}", "@attribute y real", "@data", "a,1", "b,2"].join("\n"))
        .columns[0].name,
    ).toBe("x");
  });
  test("is refused if its rows are sparse", () => {
    const error = failure(() => parseTable([...arff, "{0 5.1, 2 a}"].join("\n")));
    expect([error.code, error.message]).toEqual(["malformed-file", expect.stringContaining("line 8: a sparse row")]);
  });
});

test("thousands that nothing else shows are a finding: a note where commas separate the cells", () => {
  const rng = seededRng(4);
  const doubts = (delimiter: string) => {
    const rows = body(() => `${(1 + 900 * rng.uniform()).toFixed(3)}${delimiter}${Math.floor(9000 * rng.uniform())}`);
    return parseTable(`a${delimiter}b\n${rows.join("\n")}\n`).columns[0].doubts?.map(({ code, severity }) => [
      code,
      severity,
    ]);
  };
  expect(doubts(";")).toEqual([["ambiguous-decimal", "warn"]]);
  expect(doubts(",")).toEqual([["ambiguous-decimal", "note"]]);
});
