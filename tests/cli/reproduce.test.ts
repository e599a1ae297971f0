import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { type CliRun, runCli } from "./run-cli.js";

const PAIRS = 3;
const ROWS = 150;
/** Milliseconds; some twenty seconds on two free cores. */
const LONGEST = 1_800_000;

const meta = { folder: (suite: string) => suite, format: "pairmeta" } as const;
/** Where each suite lies, its format, and a simulator that stands in for it. */
const SUITES = [
  ...["velocity", "sigmoid", "anm", "lsnm"].map((kind) => ({ path: `synthetic-${kind}`, kind, ...meta })),
  ...["SIM", "SIM-c", "SIM-G"].map((name) => ({ path: `sim/${name}`, kind: name.toLowerCase(), ...meta })),
  { path: "tuebingen", kind: "lsnm", ...meta },
  ...["AN", "AN-s", "LS", "LS-s", "MN-U"].map((name) => ({
    path: `anlsmn/${name}`,
    kind: name.toLowerCase(),
    format: "ground-truth" as const,
  })),
];

const lines = ({ x, y }: Pair, line: (x: number, y: number, i: number) => string): string =>
  Array.from(x, (value, i) => `${line(value, y[i] ?? Number.NaN, i)}\n`).join("");

/** Archives as published, in small: every second pair has its effect first. */
function writeArchives(folder: string): void {
  for (const { path, kind, format } of SUITES) {
    const place = join(folder, path);
    mkdirSync(place, { recursive: true });
    const truth = Array.from({ length: PAIRS }, (_, k) => {
      const number = k + 1;
      const { pair } = simulate(kind, { n: ROWS, seed: 3, number });
      const isFlipped = k % 2 === 1;
      const shown = isFlipped ? { ...pair, x: pair.y, y: pair.x } : pair;
      if (format === "pairmeta") {
        const id = String(number).padStart(4, "0");
        writeFileSync(
          join(place, `pair${id}.txt`),
          lines(shown, (x, y) => `${x} ${y}`),
        );
        return `${id} ${isFlipped ? "2 2 1 1" : "1 1 2 2"} 1`;
      }
      const table = `"","x","y"\n${lines(shown, (x, y, i) => `"${i + 1}",${x},${y}`)}`;
      writeFileSync(join(place, `pair_${number}.txt`), table);
      return isFlipped ? "0" : "1";
    });
    writeFileSync(join(place, format === "pairmeta" ? "pairmeta.txt" : "pairs_gt.txt"), `${truth.join("\n")}\n`);
  }
}

describe("causal-velocity reproduce --quick", () => {
  const data = join(temporaryFolder(), "data");
  const out = join(temporaryFolder(), "pages");
  let first: CliRun;

  beforeAll(() => {
    writeArchives(data);
    first = runCli(["reproduce", "--quick", "--data", data, "--out", out], "", LONGEST);
  }, LONGEST);

  const page = (name: string): string => readFileSync(join(out, `${name}.md`), "utf8");

  test("writes a page for every table of the paper and says how many cells agree", () => {
    expect([first.code, first.err.includes("error")]).toEqual([0, false]);
    expect(readdirSync(out).filter((name) => name.endsWith(".md"))).toEqual([
      "benchmarks.md",
      "sample-size-anm.md",
      "sample-size-lsnm.md",
      "synthetic-1000.md",
      "synthetic-kde.md",
      "synthetic.md",
      "tagasovska.md",
    ]);
    // Five velocity rows and what is known of six rivals, each on four suites.
    expect(first.out).toMatch(/^synthetic: \d+ of 44 printed cells within two standard errors$/m);
    expect(first.out).toMatch(/^synthetic-kde: \d+ of 20 printed/m);
  });

  test("a page has the printed row, every variant, the difference, its standard error, and yardsticks", () => {
    const text = page("synthetic");
    expect(text).toContain("| **B-LIN** | printed | 91 (97) | 87 (95) | 66 (70) | 66 (77) |");
    for (const variant of ["b-lin, as published", "b-lin-exp, as published", "b-lin, exact", "v-zero, exact"]) {
      expect(text).toMatch(new RegExp(`^\\| [^|]*\\| ${variant}( \\| \\d+ \\(\\d+\\)){4} \\|$`, "m"));
    }
    expect(text).toMatch(/^\| {2}\| better of these( \| \d+ \(\d+\)){4} \|$/m);
    expect(text).toMatch(/^\| {2}\| difference( \| (\*\*)?[+−]?\d+ \([+−]?\d+\)(\*\*)?){4} \|$/m);
    expect(text).toMatch(/^\| {2}\| standard error( \| \d+\.\d){4} \|$/m);
    expect(text).toContain("| v-nn, trained, squared residuals |");
    expect(text).toContain("| loci-spline-hsic, at its optimum, rows as published |");
    expect(text).not.toContain("v-nn, exact");
    expect(text).toContain("on up to 5,000 rows drawn once without replacement; V-ANM");
    expect(text).toContain("| chance | 50 (50) |");
    expect(text).toContain("A quick run: the first 3 pairs");
  });

  test("the sample-size page has printed and own quartiles, with estimated and with true scores", () => {
    const text = page("sample-size-anm");
    expect(text).toContain("| **100** | printed | 55 (58) | 0.26 (0.17, 0.36) |");
    expect(text.match(/v-anm, exact \| \d+ \(\d+\)( \| [\d.e+-]+ \([\d.e+-]+, [\d.e+-]+\)){5} \|/g)).toHaveLength(3);
    // True scores: always right, tab:sample_size_anm.
    expect(text.match(/v-anm, exact \| 100 \(100\)( \| [\d.e+-]+ \([\d.e+-]+, [\d.e+-]+\)){2} \|/g)).toHaveLength(3);
  });

  test(
    "one table alone resumes from the journals of a full run; without them it gives the same bytes",
    () => {
      const before = page("synthetic-kde");
      const alone = ["reproduce", "synthetic-kde", "--quick", "--data", data];
      const again = runCli([...alone, "--out", out], "", LONGEST);
      expect([again.code, page("synthetic-kde")]).toEqual([0, before]);
      const fresh = join(temporaryFolder(), "pages");
      const anew = runCli([...alone, "--out", fresh, "--jobs", "1"], "", LONGEST);
      expect([anew.code, readFileSync(join(fresh, "synthetic-kde.md"), "utf8")]).toEqual([0, before]);
    },
    LONGEST,
  );

  test("a folder that cannot be created is reported at once", () => {
    for (const place of ["package.json/pages", "/proc/pages"]) {
      const { code, err } = runCli(["reproduce", "synthetic", "--data", data, "--out", place]);
      expect([code, err]).toEqual([3, expect.stringContaining("--out")]);
    }
  });

  test("an unknown table is bad usage, and missing data says where to put them", () => {
    expect(runCli(["reproduce", "tables"])).toMatchObject({ code: 2, err: expect.stringContaining("synthetic-1000") });
    const { code, err } = runCli(["reproduce", "synthetic", "--data", join(data, "nowhere"), "--out", out]);
    expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([3, expect.stringContaining("--data PATH")]);
  });
});
