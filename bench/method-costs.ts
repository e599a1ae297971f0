import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { bestRoutines, decide } from "causal-velocity";
import { allMethods } from "causal-velocity/lab";
import { benchPair, cpuMilliseconds, medianCpu } from "./measure.js";

// What each method costs: CPU time of one thread, default options. Writes what `methods` shows and
// docs/benchmarks/methods.md.

const ROWS = 1000;
const MANY_ROWS = 10_000;
/** Enough runs for a median, or a few if one takes seconds. */
const runs = (once: number): number => Math.max(3, Math.min(21, Math.round(2000 / once)));
const rounded = (value: number): number => Number(value.toPrecision(2));

const [pair, longPair] = [benchPair(ROWS), benchPair(MANY_ROWS)];
const measured = allMethods.map((method) => {
  const { name, kind, create, defaults } = method;
  const once = cpuMilliseconds(() => decide(pair, { method }));
  const milliseconds = rounded(medianCpu(() => decide(pair, { method }), runs(once)));
  const { comfortableRows } = create(defaults, { routines: bestRoutines() });
  const isComfortable = comfortableRows >= MANY_ROWS;
  const long = isComfortable ? rounded(medianCpu(() => decide(longPair, { method }), 3)) : undefined;
  console.log(name, milliseconds, long);
  return { method: name, kind, milliseconds, long, comfortableRows };
});

const write = (path: string, text: string) => writeFileSync(fileURLToPath(new URL(path, import.meta.url)), text);

write(
  "../packages/lab/src/rivals/measured-milliseconds.ts",
  `/**
 * CPU milliseconds of each method for a pair of 1,000 rows, with its default options on the fastest routines.
 *
 * Made by \`npm run bench -- methods\`; regenerate, do not edit.
 */
export const MEASURED_MILLISECONDS: Readonly<Record<string, number>> = {
${measured.map(({ method, milliseconds }) => `  ${/\W/.test(method) ? `"${method}"` : method}: ${milliseconds},`).join("\n")}
};
`,
);

const count = (value: number): string => value.toLocaleString("en-US");
write(
  "../docs/benchmarks/methods.md",
  `# What each method costs

Made by \`npm run bench -- methods\`; regenerate, do not edit. CPU milliseconds of one thread for \`decide\`, both directions, default options, median of up to 21 runs after warming up, on ${cpus()[0].model.trim()}, Node ${process.version}; the machine is shared. From pairs of more rows than in the last column, that many are drawn.

| method | kind | n = 1,000 | n = 10,000 | rows drawn at most |
|---|---|---|---|---|
${measured
  .map(
    ({ method, kind, milliseconds, long, comfortableRows }) =>
      `| \`${method}\` | ${kind} | ${milliseconds} | ${long ?? ""} | ${count(comfortableRows)} |`,
  )
  .join("\n")}
`,
);
