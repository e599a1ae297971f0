import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { publishedStudies } from "../../packages/lab/src/reproduce/published-sample-sizes.js";
import { publishedTables } from "../../packages/lab/src/reproduce/published-tables.js";
import { sharedFolder } from "../support/shared-data.js";

// tab:synthetic, tab:synthetic_kde, tab:synthetic_1000, tab:benchmark, tab:bench_tagasovska

describe("the published tables", () => {
  test.each(publishedTables.map((table) => [table.name, table] as const))("%s: a cell for every column", (_, table) => {
    for (const cells of Object.values(table.velocity)) {
      expect(cells).toHaveLength(table.suites.length * table.scores.length);
    }
    for (const cells of Object.values(table.rivals ?? {})) expect(cells).toHaveLength(table.suites.length);
  });
});

describe.skipIf(!sharedFolder)("the paper's source", () => {
  const source = sharedFolder ? readFileSync(join(sharedFolder, "paper", "causal-velocity-models.tex"), "utf8") : "";

  /** The source between a table's label and its end; the sample-size tables have their label at the end. */
  const tableAt = (label: string, isBehind = false): string => {
    const at = source.indexOf(`\\label{${label}}`);
    expect(at).toBeGreaterThan(0);
    return isBehind
      ? source.slice(source.lastIndexOf("\\begin{tabular}", at), at)
      : source.slice(at, source.indexOf("\\end{tabular}", at));
  };

  test.each(publishedTables.map((table) => [table.label, table] as const))("%s: every cell as printed", (_, table) => {
    const text = tableAt(table.label);
    for (const [row, cells] of [...Object.entries(table.velocity), ...Object.entries(table.rivals ?? {})]) {
      const start = text.indexOf(`${row}}`) > 0 ? text.indexOf(`${row}}`) : text.indexOf(row);
      const line = text.slice(start + row.length, text.indexOf("\\\\", start)).replaceAll(/multicolumn\{\d\}/g, "");
      const printed = [...line.matchAll(/(\d+) ?\((\d+)\)/g)].map(([, accuracy, audrc]) => ({
        accuracy: Number(accuracy),
        audrc: Number(audrc),
      }));
      expect(printed, row).toEqual(cells);
    }
  });

  // tab:sample_size_anm, tab:sample_size_lsnm
  test.each(publishedStudies.map((study) => [study.label, study] as const))(
    "%s: every number as printed",
    (_, study) => {
      const text = tableAt(study.label, true);
      for (const size of study.sizes) {
        const line = text.split("\n").find((candidate) => candidate.trim().startsWith(`${size.rows} &`)) ?? "";
        const printed = [...line.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
        const { rows, accuracy, audrc, causeError, effectError, jointError, causal, anticausal } = size;
        const quartiles = [causeError, effectError, jointError, causal, anticausal].flatMap((of) => [
          of.median,
          of.lower,
          of.upper,
        ]);
        expect(printed).toEqual([rows, accuracy, audrc, ...quartiles]);
      }
    },
  );
});
