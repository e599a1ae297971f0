import { pathToFileURL } from "node:url";

// Times the default decision of one build of the package, CPU milliseconds, warm, and prints JSON.
// usage: node bench/decide-build.js INDEX.JS ROWS COUNT, or COLD for the first decision of the process
const [entry, rowsText, countText] = process.argv.slice(2);
const { decide, pairFromColumns, seededRng } = await import(pathToFileURL(entry).href);
const [rows, count] = [Number(rowsText), Number(countText)];
/** Pairs in turns, so that nothing is remembered from the last decision. */
const PAIRS = rows > 20_000 ? 1 : 8;

const pairs = Array.from({ length: PAIRS }, (_, k) => {
  const rng = seededRng(k + 1);
  const x = Float64Array.from({ length: rows }, () => rng.normal());
  const y = x.map((value) => Math.sin(1.5 * value) + (0.3 + 0.2 * Math.abs(value)) * rng.normal());
  return pairFromColumns(x, y);
});
if (countText !== "COLD") for (const pair of rows > 20_000 ? pairs : [...pairs, ...pairs]) decide(pair);
const repeats = countText === "COLD" ? 1 : count;
const before = process.cpuUsage();
const start = performance.now();
for (let k = 0; k < repeats; k++) decide(pairs[k % PAIRS]);
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({
    cpu: (user + system) / 1000 / repeats,
    wall: (performance.now() - start) / repeats,
    megabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
  }),
);
