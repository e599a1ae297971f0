import { strToU8, zipSync } from "fflate";

/** A cell of a workbook for tests; a list of two is the content of a cell, and its attributes. */
export type WorkbookCell = string | number | null | readonly [content: string, attributes: string];

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a workbook with one sheet of these rows. Texts are shared if they are longer than five characters. */
export function workbookParts(rows: readonly (readonly WorkbookCell[])[], name = "Data"): Record<string, string> {
  const strings: string[] = [];
  const cell = (value: WorkbookCell, row: number, column: number): string => {
    const place = ` r="${columnName(column)}${row + 1}"`;
    if (value === null) return "";
    if (typeof value === "object") return `<c${place} ${value[1]}>${value[0]}</c>`;
    if (typeof value === "number") return `<c${place}><v>${Object.is(value, -0) ? "-0" : value}</v></c>`;
    if (value.length <= 5) return `<c${place} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
    strings.push(value);
    return `<c${place} t="s"><v>${strings.length - 1}</v></c>`;
  };
  const lines = rows.map(
    (cells, i) => `<row r="${i + 1}">${cells.map((value, j) => cell(value, i, j)).join("")}</row>`,
  );
  return {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([["r1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="${escaped(name)}" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ["r1", "worksheet", "worksheets/sheet1.xml"],
      ["r2", "sharedStrings", "sharedStrings.xml"],
      ["r3", "styles", "styles.xml"],
    ]),
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData>${lines.join("")}</sheetData></worksheet>`,
  };
}

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${LINKS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${each.join("")}</Relationships>`;
}

/** The bytes of a workbook of these parts. @param level 0 stores them, 9 deflates most */
export function zipped(parts: Readonly<Record<string, string>>, level: 0 | 6 | 9 = 6): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** A, B, …, Z, AA, … */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : "") + String.fromCharCode(65 + (column % 26));
}
