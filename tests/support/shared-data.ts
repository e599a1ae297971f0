import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Pair, pairFromColumns, pairFromTable, parseTable } from "@causal-velocity/core";
import { unzipSync } from "fflate";

/** Folder with golden numbers and benchmark archives that are too large for the repository; optional. */
export const sharedFolder: string | undefined = process.env.CAUSAL_VELOCITY_DATA || undefined;

/** A JSON file of golden numbers. */
export function readSharedGolden<T>(name: string): T {
  return JSON.parse(readFileSync(join(sharedFolder ?? "", "golden", name), "utf8")) as T;
}

const ARCHIVES = {
  "LS-s": { zip: "anlsmn.zip", file: (id: string) => `LS-s/pair_${id}.txt`, choice: { x: 2, y: 3 } },
  LS: { zip: "anlsmn.zip", file: (id: string) => `LS/pair_${id}.txt`, choice: { x: 2, y: 3 } },
  "MN-U": { zip: "anlsmn.zip", file: (id: string) => `MN-U/pair_${id}.txt`, choice: { x: 2, y: 3 } },
  "AN-s": { zip: "anlsmn.zip", file: (id: string) => `AN-s/pair_${id}.txt`, choice: { x: 2, y: 3 } },
  AN: { zip: "anlsmn.zip", file: (id: string) => `AN/pair_${id}.txt`, choice: { x: 2, y: 3 } },
  SIM: { zip: "sim.zip", file: (id: string) => `SIM/pair${id.padStart(4, "0")}.txt`, choice: { x: 1, y: 2 } },
  "SIM-c": { zip: "sim.zip", file: (id: string) => `SIM-c/pair${id.padStart(4, "0")}.txt`, choice: { x: 1, y: 2 } },
  "SIM-G": { zip: "sim.zip", file: (id: string) => `SIM-G/pair${id.padStart(4, "0")}.txt`, choice: { x: 1, y: 2 } },
  Tuebingen: { zip: "tuebingen.zip", file: (id: string) => `pair${id.padStart(4, "0")}.txt`, choice: { x: 1, y: 2 } },
  "syn-velocity": {
    zip: "synthetic-velocity.zip",
    file: (id: string) => `pair${id.padStart(4, "0")}.txt`,
    choice: { x: 1, y: 2 },
  },
} as const;

export type SharedSuite = keyof typeof ARCHIVES;

/** The golden numbers of the synthetic suite, whose pairs have 5,000 rows, were computed on the first 1,000. */
const SYNTHETIC_ROWS = 1000;

const archives = new Map<string, Record<string, Uint8Array>>();

/** One pair of an archive, as the golden numbers used it: the first two columns, all rows or the first 1,000. */
export function readSharedPair(suite: SharedSuite, id: string): Pair {
  const { zip, file, choice } = ARCHIVES[suite];
  let files = archives.get(zip);
  if (!files) {
    files = unzipSync(readFileSync(join(sharedFolder ?? "", "data", zip)));
    archives.set(zip, files);
  }
  const text = new TextDecoder().decode(files[file(id)]);
  const pair = pairFromTable(parseTable(text), choice);
  // The synthetic archives print float32 values with nine digits; the golden numbers used the float32 values.
  if (suite !== "syn-velocity") return pair;
  const restore = (column: Float64Array) => column.slice(0, SYNTHETIC_ROWS).map(Math.fround);
  return pairFromColumns(restore(pair.x), restore(pair.y), pair.names);
}

/** The first pairs of a suite, up to 1,000 rows each, with their truth from pairmeta.txt or pairs_gt.txt. */
export function readSharedSuite(suite: string, pairs: number): { pair: Pair; causeIsX: boolean }[] {
  const isSynthetic = suite.startsWith("synthetic-");
  const hasMeta = isSynthetic || suite.startsWith("SIM");
  const zip = isSynthetic ? `${suite}.zip` : hasMeta ? "sim.zip" : "anlsmn.zip";
  const folder = isSynthetic ? "" : `${suite}/`;
  const files = unzipSync(readFileSync(join(sharedFolder ?? "", "data", zip)));
  const text = (name: string) => new TextDecoder().decode(files[`${folder}${name}`]);
  const truth = text(hasMeta ? "pairmeta.txt" : "pairs_gt.txt")
    .trim()
    .split("\n");
  return truth.slice(0, pairs).map((line, i) => {
    const name = hasMeta ? `pair${String(i + 1).padStart(4, "0")}.txt` : `pair_${i + 1}.txt`;
    const { x, y } = pairFromTable(parseTable(text(name)), hasMeta ? { x: 1, y: 2 } : { x: 2, y: 3 });
    const causeIsX = hasMeta ? line.split(" ")[1] === "1" : line.trim() === "1";
    return { pair: pairFromColumns(x.slice(0, SYNTHETIC_ROWS), y.slice(0, SYNTHETIC_ROWS)), causeIsX };
  });
}

/** Which column is the cause, and the weight, of every pair of an archive's suite, by its number. */
export function readSharedTruth(suite: string): ReadonlyMap<number, { causeIsX: boolean; weight: number }> {
  const hasMeta = suite === "Tuebingen" || suite.startsWith("SIM");
  const zip = suite === "Tuebingen" ? "tuebingen.zip" : hasMeta ? "sim.zip" : "anlsmn.zip";
  const folder = suite === "Tuebingen" ? "" : `${suite}/`;
  const files = unzipSync(readFileSync(join(sharedFolder ?? "", "data", zip)));
  const text = new TextDecoder().decode(files[`${folder}${hasMeta ? "pairmeta.txt" : "pairs_gt.txt"}`]);
  return new Map(
    text
      .trim()
      .split("\n")
      .map((line, i) => {
        const [number, first, , , , weight] = line.trim().split(/\s+/);
        return hasMeta
          ? [Number(number), { causeIsX: first === "1", weight: Number(weight) }]
          : [i + 1, { causeIsX: line.trim() === "1", weight: 1 }];
      }),
  );
}
