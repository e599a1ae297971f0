import { claimOf, mean } from "../calibrate/judge-confidence.js";
import { listedPairs, pairsTable } from "../real-data/real-pairs.js";
import type { HeldOutAnswer } from "./held-out.js";
import { isRight, isSure, judged, type Look, percent, rangeText, shareOf, sureText } from "./held-out-page.js";

/** The page about real pairs whose direction nobody disputes. */
export function realDataPage(answers: readonly HeldOutAnswer[], { look, commit }: Look): string {
  const listed = listedPairs();
  const about = new Map(listed.map((pair) => [pair.id, pair]));
  const real = answers.filter(({ set }) => set === "real");
  const headline = real.filter(({ name }) => about.get(name)?.headline);
  const levelsOf = (name: string): number => {
    const pair = about.get(name);
    return pair ? Math.min(pair.causeLevels, pair.effectLevels) : Number.NaN;
  };
  const line = (title: string, own: readonly HeldOutAnswer[]): string => {
    if (own.length === 0) return `| ${title} | 0 | | | | |`;
    const answered = own.filter(({ verdict }) => verdict !== "cannot-tell");
    const claimed = percent(mean(answered.map(({ margin }) => claimOf(margin))));
    const right = answered.length === 0 ? "" : `${shareOf(answered, isRight)}; claimed ${claimed}`;
    return `| ${title} | ${own.length} | ${shareOf(own, isRight)} | ${answered.length} | ${right} | ${sureText(own)} |`;
  };
  const gates = [...new Set(headline.map(({ gate = "open" }) => gate))].map(
    (name) => `${name} ${headline.filter(({ gate = "open" }) => gate === name).length}`,
  );
  return `# Real pairs whose direction nobody disputes

Made by \`npm run make -- held-out\`; regenerate, do not edit. Look: ${look}; code: ${commit}. The pairs were listed by their subject before the first training, and no method had been run on them. They come from Debian's R and Python packages and from npm; none of their tables is part of this repository (\`python3 scripts/real-data/fetch.py\` fetches them). Several tables are of one kind, such as age and mortality, house size and price, latitude and temperature: they are separate tables, not independent mechanisms. One pair of each table counts in the headline. [Tübingen by rows and levels](accuracy.md#tübingen-by-rows-and-levels) is on the page of the benchmarks.

| pairs | | right, forced | verdicts | right of them | answers of 90% and more |
|---|---|---|---|---|---|
${line("**headline**", headline)}
${line("all", real)}
${ROWS.map(([from, to]) =>
  line(
    `${rangeText(from, to)} rows`,
    headline.filter(({ rows }) => rows >= from && rows < to),
  ),
).join("\n")}
${LEVELS.map(([from, to]) =>
  line(
    `${rangeText(from, to)} levels`,
    headline.filter(({ name }) => levelsOf(name) >= from && levelsOf(name) < to),
  ),
).join("\n")}

Of the headline pairs, surprise ${judged(headline).surprise.toFixed(3)} (0.693 for a coin). Gates: ${gates.join(", ")}.

## Sure and wrong

${listOf(real.filter((answer) => isSure(answer) && !isRight(answer)).map(({ name }) => name))}

## The pairs

Headline pairs in bold. The last column is what the default says: how sure it is and whether it is right, or the gate that closes; below 60% there is no verdict.

${pairsTable(listed, (id) => answerText(real.find(({ name }) => name === id)))}
`;
}

function answerText(answer: HeldOutAnswer | undefined): string {
  if (!answer) return "";
  const { gate, margin, verdict } = answer;
  if (gate !== undefined) return gate;
  return `${Math.round(100 * claimOf(margin))}%, ${verdict === "cannot-tell" ? "no verdict" : isRight(answer) ? "right" : "wrong"}`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "None." : names.map((name) => `- ${name}`).join("\n");
}

const ROWS = [
  [20, 50],
  [50, 100],
  [100, 200],
  [200, 1000],
  [1000, Infinity],
] as const;
const LEVELS = [
  [3, 7],
  [7, 13],
  [13, 31],
  [31, 101],
  [101, Infinity],
] as const;
