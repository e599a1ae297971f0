import { grouped, InputError, option, text } from "@causal-velocity/core/primitives/errors.js";
import { limitExceeded, type ReadingLimits } from "@causal-velocity/core/table/reading-limits.js";
import { type DateKind, dateKind } from "./number-formats.js";
import { type PackageParts, packageParts } from "./package-parts.js";
import { attribute, malformedXml } from "./xml.js";

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** An open workbook. */
export interface Workbook {
  /** Sheets of cells, in the order of their tabs. Charts and the like are left out. */
  readonly sheets: readonly Sheet[];
  readonly parts: PackageParts;
  /** The part that holds a sheet. */
  partOf(sheet: Sheet): string;
  /** What each style of cells makes of numbers. */
  readonly styles: readonly (DateKind | undefined)[];
  /** Whether dates are counted from 1904. */
  readonly is1904: boolean;
  /** The texts that cells share. */
  readonly strings: readonly string[];
}

/** Bytes of a workbook. */
export const MOST_WORKBOOK_BYTES = 50_000_000;
/** Characters of all texts that cells share, and their number: they are all in memory. */
const [MOST_SHARED_CHARACTERS, MOST_SHARED_STRINGS] = [200_000_000, 10_000_000];
/** Sheets, styles and formats: more are no workbook of people. */
const MOST_ENTRIES = 100_000;

/**
 * Opens a workbook: the names of its sheets, the formats of numbers and the shared texts. Formulas, links to other
 * files, macros, pictures and comments are not read.
 *
 * @cost all shared texts are in memory     @throws InputError `damaged-archive`, `unsupported-archive`, `malformed-file`,
 *   `limit-exceeded`
 */
export async function openWorkbook(bytes: Uint8Array, place: string, limits: ReadingLimits): Promise<Workbook> {
  const parts = packageParts(bytes, place);
  for (const name of parts.names) {
    if ((parts.size(name) ?? 0) > limits.bytes) throw limitExceeded("bytes", limits.bytes, `${place}, "${name}"`);
  }
  const main = await workbookPart(parts, place);
  const links = await relations(parts, main, place);
  const targets = new Map(links.map(({ id, type, target }) => [id, { type, target }]));
  const found: { readonly sheet: Sheet; readonly part: string }[] = [];
  let is1904 = false;
  for await (const _ of parts.read(main, {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(1|true|on)$/.test(attribute(attributes, "date1904") ?? "");
      if (name !== "sheet") return;
      const link = targets.get(attribute(attributes, "id") ?? "");
      if (link?.type !== "worksheet") return;
      requireFew(found.length, "sheets", place);
      const isHidden = (attribute(attributes, "state") ?? "visible") !== "visible";
      found.push({ sheet: { name: attribute(attributes, "name") ?? "", isHidden }, part: link.target });
    },
  })) {
  }
  if (found.length === 0) throw malformedXml(place, "a workbook without sheets of cells");
  const partFor = (type: string): string | undefined => {
    const target = links.find((link) => link.type === type)?.target;
    return target !== undefined && parts.size(target) !== undefined ? target : undefined;
  };
  const sheets = found.map(({ sheet }) => sheet);
  return {
    sheets,
    parts,
    partOf: (sheet) => found[sheets.indexOf(sheet)]?.part ?? "",
    styles: await readStyles(parts, partFor("styles"), place),
    is1904,
    strings: await readStrings(parts, partFor("sharedStrings"), place, limits),
  };
}

/** The part that lists the sheets. */
async function workbookPart(parts: PackageParts, place: string): Promise<string> {
  const binary = parts.names.find((name) => /^xl\/workbook\.bin$/i.test(name));
  if (binary) throw notWorkbook(place, "an Excel workbook in binary form (.xlsb)");
  if (parts.size("content.xml") !== undefined) throw notWorkbook(place, "an OpenDocument file (.ods)");
  const links = await relations(parts, "", place);
  const main = links.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  if (parts.size(main) !== undefined) return main;
  const names = parts.names.slice(0, 3).map((name) => `"${name}"`);
  const more = parts.names.length > names.length ? ", …" : "";
  throw notWorkbook(place, names.length > 0 ? `a zip archive of ${names.join(", ")}${more}` : "an empty zip archive");
}

interface Relation {
  readonly id: string;
  /** The last word of its type, such as worksheet. */
  readonly type: string;
  /** The name of the part. */
  readonly target: string;
}

/** What a part refers to within the workbook; links to what is outside are left out. */
async function relations(parts: PackageParts, part: string, place: string): Promise<readonly Relation[]> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const found: Relation[] = [];
  if (parts.size(name) === undefined) return found;
  for await (const _ of parts.read(name, {
    open(element, attributes) {
      if (element !== "Relationship" || attribute(attributes, "TargetMode") === "External") return;
      requireFew(found.length, "relationships", place);
      const target = attribute(attributes, "Target") ?? "";
      const type = attribute(attributes, "Type") ?? "";
      found.push({
        id: attribute(attributes, "Id") ?? "",
        type: type.slice(type.lastIndexOf("/") + 1),
        target: resolved(folder, target),
      });
    },
  })) {
  }
  return found;
}

/** The name of a part, from a name relative to a folder. */
function resolved(folder: string, target: string): string {
  const names = target.startsWith("/") ? [] : folder.split("/").slice(0, -1);
  for (const name of target.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/");
}

async function readStyles(
  parts: PackageParts,
  part: string | undefined,
  place: string,
): Promise<(DateKind | undefined)[]> {
  const codes = new Map<number, string>();
  const styles: (DateKind | undefined)[] = [];
  let isInside = false;
  if (part === undefined) return styles;
  for await (const _ of parts.read(part, {
    open(name, attributes) {
      if (name === "cellXfs") isInside = true;
      if (name !== "numFmt" && !(name === "xf" && isInside)) return;
      const id = Number(attribute(attributes, "numFmtId") ?? 0);
      requireFew(Math.max(codes.size, styles.length), "styles", place);
      if (name === "numFmt") codes.set(id, attribute(attributes, "formatCode") ?? "");
      else styles.push(dateKind(id, codes.get(id)));
    },
    close(name) {
      if (name === "cellXfs") isInside = false;
    },
  })) {
  }
  return styles;
}

async function readStrings(
  parts: PackageParts,
  part: string | undefined,
  place: string,
  limits: ReadingLimits,
): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let characters = 0;
  const reader = stringReader(limits, (length) => {
    characters += length;
    if (characters > MOST_SHARED_CHARACTERS) throw tooMuchText(place, MOST_SHARED_CHARACTERS, "characters");
  });
  for await (const _ of parts.read(part, {
    open(name) {
      if (name === "si") reader.begin();
      else reader.open(name);
    },
    text: reader.text,
    close(name) {
      if (name !== "si") return reader.close(name);
      if (strings.length >= MOST_SHARED_STRINGS) throw tooMuchText(place, MOST_SHARED_STRINGS, "texts");
      strings.push(reader.take());
    },
  })) {
  }
  return strings;
}

/** Joins the runs of a text: those of its pronunciation, in rPh, are no part of it. */
export interface StringReader {
  begin(): void;
  open(name: string): void;
  text(part: string): void;
  close(name: string): void;
  take(): string;
}

/** @param count takes the characters of each part, for a limit */
export function stringReader(limits: ReadingLimits, count: (length: number) => void = () => {}): StringReader {
  let [runs, length, isText, isSaid]: [string[], number, boolean, boolean] = [[], 0, false, false];
  return {
    begin() {
      [runs, length, isText, isSaid] = [[], 0, false, false];
    },
    open(name) {
      if (name === "t") isText = true;
      if (name === "rPh") isSaid = true;
    },
    text(part) {
      if (!isText || isSaid) return;
      length += part.length;
      count(part.length);
      if (length > limits.cell) throw limitExceeded("cell", limits.cell, "a text of the workbook");
      runs.push(part);
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") isSaid = false;
    },
    take: () => {
      const whole = runs.length === 1 ? (runs[0] ?? "") : runs.join("");
      runs = [];
      return whole.includes("_x") ? whole.replace(/_x([0-9a-f]{4})_/gi, (_, code) => character(code)) : whole;
    },
  };
}

/** Workbooks write characters that XML cannot hold as _x000D_. */
function character(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

function requireFew(count: number, what: string, place: string): void {
  if (count >= MOST_ENTRIES) throw malformedXml(place, `more than ${MOST_ENTRIES} ${what}`);
}

function tooMuchText(place: string, most: number, what: string): InputError {
  return new InputError({
    code: "limit-exceeded",
    place,
    value: `more than ${grouped(most)} ${what} in its cells`,
    expected: "a smaller workbook",
    remedy: "Save the sheet as CSV, which is read in pieces.",
  });
}

function notWorkbook(place: string, value: string): InputError {
  return new InputError({
    code: "binary-file",
    place,
    value,
    expected: "an Excel workbook (.xlsx)",
    remedy: "Save or export the table as .xlsx or as CSV.",
  });
}

/**
 * The sheet that is asked for, by its name (else whatever its case) or its number, counted from 1, hidden ones included;
 * by default the first that is not hidden. A number that is no text is never a name.
 *
 * @throws InputError `wrong-option` with the names of all sheets
 */
export function chosenSheet({ sheets }: Pick<Workbook, "sheets">, wanted: string | number | undefined): Sheet {
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const names = typeof wanted === "string" ? sheets.map(({ name }) => name.toLowerCase()) : [];
  const folded = names.indexOf(String(wanted).trim().toLowerCase());
  const named = sheets.find(({ name }) => name === wanted) ?? sheets[folded];
  const found = wanted === undefined ? first : (named ?? sheets[Number(wanted) - 1]);
  if (found) return found;
  throw new InputError({
    code: "wrong-option",
    place: [option("sheet")],
    value: `"${String(wanted)}"`,
    expected: text`one of the sheets ${listSheets(sheets)}`,
    remedy: "Name a sheet, or give its number, counted from 1.",
  });
}

/** Sheets that a message lists. */
const LISTED = 20;

/** The names of sheets for messages. */
export function listSheets(sheets: readonly Sheet[]): string {
  const names = sheets.slice(0, LISTED).map(({ name, isHidden }) => `"${name}"${isHidden ? " (hidden)" : ""}`);
  const more = sheets.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
