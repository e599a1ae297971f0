import { readFileSync } from "node:fs";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { readFile } from "@causal-velocity/readers/read-file.js";
import type { ReadFile } from "@causal-velocity/readers/read-table.js";
import { bytesOf } from "@causal-velocity/readers/table-bytes.js";
import {
  columnFromArray,
  dictionary,
  float64,
  int32,
  int64,
  list,
  runEndEncoded,
  tableFromColumns,
  tableToIPC,
  utf8,
} from "@uwdata/flechette";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { change, changed } from "../support/damage.js";
import { tries } from "../support/tries.js";
import { type WorkbookCell, workbookParts, zipped } from "../support/workbook.js";

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../tables/files/${name}`, import.meta.url)));

function arrow(format: "stream" | "file"): Uint8Array {
  const rows = Array.from({ length: 12 }, (_, i) => i);
  const table = tableFromColumns([
    [
      "a",
      columnFromArray(
        rows.map((i) => (i % 3 ? i / 7 : null)),
        float64(),
        { maxBatchRows: 5 },
      ),
    ],
    [
      "b",
      columnFromArray(
        rows.map((i) => `text ${i}`),
        utf8(),
        { maxBatchRows: 5 },
      ),
    ],
    [
      "c",
      columnFromArray(
        rows.map((i) => `g${i % 3}`),
        dictionary(utf8()),
        { maxBatchRows: 5 },
      ),
    ],
    [
      "d",
      columnFromArray(
        rows.map((i) => BigInt(i)),
        int64(),
        { maxBatchRows: 5 },
      ),
    ],
    [
      "f",
      columnFromArray(
        rows.map((i) => i >> 2),
        runEndEncoded(int32(), int64()),
        { maxBatchRows: 5 },
      ),
    ],
    [
      "e",
      columnFromArray(
        rows.map((i) => [i, i + 1]),
        list(float64()),
        { maxBatchRows: 5 },
      ),
    ],
  ]);
  return tableToIPC(table, { format }) as Uint8Array;
}

/** Files of every kind; in those with checksums, a change is an error or changes nothing that counts rows. */
const FILES: readonly { readonly name: string; readonly bytes: Uint8Array; readonly isChecked: boolean }[] = [
  ...["plain.xlsx", "kinds.xlsx", "sheets.xlsx", "trial.csv.gz"].map((name) => ({
    name,
    bytes: file(name),
    isChecked: true,
  })),
  { name: "stream of Arrow", bytes: arrow("stream"), isChecked: false },
  { name: "file of Arrow", bytes: arrow("file"), isChecked: false },
  ...["lz4.feather", "zstd.arrow"].map((name) => ({ name, bytes: file(name), isChecked: false })),
];

/** Far more than any of these files takes, on a busy machine too: whole ones took 5 s at a load of ten a core. */
const LONGEST_MILLISECONDS = 20_000;

/** What was read, or the error, which must be one about the input. */
async function readOrRefused(bytes: Uint8Array): Promise<ReadFile | InputError> {
  const start = performance.now();
  try {
    return await readFile(bytesOf(bytes), "a", {}, { sampleRows: 8 });
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  } finally {
    expect(performance.now() - start).toBeLessThan(LONGEST_MILLISECONDS);
  }
}

describe("a file that is damaged", () => {
  test("is read with as many rows, or refused", { timeout: 3_600_000 }, async () => {
    const whole = await Promise.all(FILES.map(({ bytes }) => readOrRefused(bytes)));
    expect(whole.filter((read) => read instanceof InputError)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(FILES.length - 1),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (index, changes) => {
          const { bytes, isChecked } = FILES[index] ?? { bytes: new Uint8Array(), isChecked: false };
          const damaged = changes.reduce(changed, bytes);
          const read = await readOrRefused(damaged);
          // Without its first bytes, a file is text.
          const isSame = [0, 1, 2, 3].every((i) => damaged[i] === bytes[i]);
          if (!isChecked || !isSame || read instanceof InputError) return;
          expect(read.table.rowCount).toBe((whole[index] as ReadFile).table.rowCount);
        },
      ),
      tries(1400),
    );
  });

  test("is read or refused, a workbook with its checksums made right again", { timeout: 3_600_000 }, async () => {
    const parts = Object.entries(unzipSync(file("kinds.xlsx"))).map(([name, bytes]) => [name, bytes] as const);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(parts.length - 1),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (index, changes) => {
          const texts = parts.map(([name, bytes], i) => [
            name,
            strFromU8(i === index ? changes.reduce(changed, bytes) : bytes, true),
          ]);
          await readOrRefused(zipped(Object.fromEntries(texts), 0));
        },
      ),
      tries(600),
    );
  });
});

test("a workbook reads back what was written", async () => {
  const text = fc.stringMatching(/^[a-zé<>&" ,;\t\n#]{1,12}[a-z]$/);
  const cell: fc.Arbitrary<WorkbookCell> = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(text, { minLength: 3, maxLength: 3, selector: (name) => name.trim() }),
      fc.array(fc.tuple(cell, cell, fc.double({ noNaN: true, noDefaultInfinity: true })), {
        minLength: 2,
        maxLength: 30,
      }),
      async (names, rows) => {
        const bytes = zipped(workbookParts([names, ...rows]));
        const { table } = await readFile(bytesOf(bytes), "a", { header: true });
        expect(table.columns.map(({ name }) => name)).toEqual(
          names.map((name) => name.replace(/[\t\n]+/g, " ").trim()),
        );
        table.columns.forEach(({ values }, j) => {
          expect(Array.from(values)).toEqual(rows.map((row) => (row[j] as number | null) ?? Number.NaN));
        });
      },
    ),
    tries(200),
  );
});
