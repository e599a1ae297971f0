import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Pair, pairFromColumns } from "causal-velocity";
import { ROOT } from "../source-files.js";

/** Real pairs whose direction nobody disputes; their numbers are fetched by hand and never part of the repository. */
export const FETCH = "python3 scripts/real-data/fetch.py";
const LIST = join(ROOT, "scripts/real-data/pairs.json");
const CACHE = join(ROOT, ".cache/real-data");

/** What `pairs.json` says about a pair; `fetch.py` explains `object`, `cause` and `effect`. */
export interface ListedPair {
  readonly id: string;
  /** Pairs of one table are not independent: the headline counts one of them. */
  readonly table: string;
  readonly source: "debian" | "npm";
  readonly package: string;
  readonly object: string;
  readonly cause: string;
  readonly effect: string;
  /** Why nobody disputes the direction. */
  readonly why: string;
  readonly headline: boolean;
  readonly kind: "measured" | "simulated instrument";
  readonly version: string;
  readonly license: string;
  readonly rows: number;
  readonly causeLevels: number;
  readonly effectLevels: number;
  /** Of the CSV file that `fetch.py` writes. */
  readonly sha256: string;
}

/** A pair with its numbers, and the direction that is true. */
export interface RealPair {
  readonly id: string;
  readonly table: string;
  readonly headline: boolean;
  readonly kind: ListedPair["kind"];
  readonly pair: Pair;
  readonly truth: "x->y" | "y->x";
}

/** The list, without the numbers; needs no cache. */
export function listedPairs(): ListedPair[] {
  return JSON.parse(readFileSync(LIST, "utf8")) as ListedPair[];
}

/**
 * All pairs of the list with their numbers, in the order of the list, in file order of the rows.
 *
 * @throws Error with the command that fetches them, if a file is missing or has other numbers than those recorded
 */
export function realPairs(folder: string = CACHE): RealPair[] {
  return listedPairs().map((listed) => {
    const file = join(folder, `${listed.id}.csv`);
    if (!existsSync(file)) {
      throw new Error(`${file}: missing; expected the numbers of ${listed.table}. Fetch them with: ${FETCH}`);
    }
    return realPair(listed, readFileSync(file, "utf8"));
  });
}

/**
 * A pair from the text of its CSV file. Which column is x is a bit of the file's sum: half of the pairs have the cause
 * first, and a method gains nothing from the order of columns.
 *
 * @throws Error if the text is not the one whose sum is recorded
 */
export function realPair(listed: ListedPair, csv: string): RealPair {
  const sum = createHash("sha256").update(csv).digest("hex");
  if (sum !== listed.sha256) {
    throw new Error(
      `${listed.id}: the sum of its file is ${sum}; expected ${listed.sha256} (${listed.package} ${listed.version}). ` +
        `Fetch it again with: ${FETCH}`,
    );
  }
  const rows = csv.trimEnd().split("\n").slice(1);
  const column = (index: 0 | 1): Float64Array => Float64Array.from(rows, (row) => Number(row.split(",")[index]));
  const cause = { values: column(0), name: listed.cause };
  const effect = { values: column(1), name: listed.effect };
  const causeFirst = Number.parseInt(sum.slice(-1), 16) % 2 === 0;
  const [x, y] = causeFirst ? [cause, effect] : [effect, cause];
  return {
    id: listed.id,
    table: listed.table,
    headline: listed.headline,
    kind: listed.kind,
    pair: pairFromColumns(x.values, y.values, { x: x.name, y: y.name }),
    truth: causeFirst ? "x->y" : "y->x",
  };
}

/** The table of pairs for a page, in Markdown: one line for each pair with what is said of it, headline pairs in bold. */
export function pairsTable(pairs: readonly ListedPair[], said: (id: string) => string): string {
  return [
    "| pair | rows | levels cause / effect | why undisputed | source, license | default |",
    "| --- | ---: | ---: | --- | --- | --- |",
    ...pairs.map((listed) => {
      const name = cell(`${listed.table}: ${listed.cause} → ${listed.effect}`);
      const origin = `${listed.package} ${listed.version}, ${listed.license}`;
      return (
        `| ${listed.headline ? `**${name}**` : name} | ${count(listed.rows)} ` +
        `| ${count(listed.causeLevels)} / ${count(listed.effectLevels)} | ${cell(listed.why)} | ${cell(origin)} | ${said(listed.id)} |`
      );
    }),
  ].join("\n");
}

const count = (value: number): string => value.toLocaleString("en-US");

/** Text in a cell of a Markdown table: some licenses and columns have characters that mean something there. */
const cell = (text: string): string => text.replace(/[|*_<>$]/g, (character) => `\\${character}`);
