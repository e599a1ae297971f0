import { hostileKinds, testFamilies } from "@causal-velocity/lab/simulate/held-out/held-out-pair.js";
import { count } from "../calibrate/calibration-text.js";
import { claimOf, errorOfMean, judgeConfidence, mean, SURE_FROM } from "../calibrate/judge-confidence.js";
import type { HeldOutAnswer } from "./held-out.js";

/** When the pairs were looked at, and with which code. */
export interface Look {
  readonly look: string;
  readonly commit: string;
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** Whether the likelier direction is the true one; gates do not matter. A refused pair, of margin 0, is not right. */
export function isRight({ margin, truth }: HeldOutAnswer): boolean {
  return margin !== 0 && truth === (margin > 0 ? "x->y" : "y->x");
}

export function isSure({ gate, margin }: HeldOutAnswer): boolean {
  return gate === undefined && claimOf(margin) >= SURE_FROM;
}

/** How often, with its standard error. */
export function shareOf(answers: readonly HeldOutAnswer[], holds: (answer: HeldOutAnswer) => boolean): string {
  const share = answers.filter(holds).length / answers.length;
  return `${percent(share)} ± ${(100 * Math.sqrt((share * (1 - share)) / answers.length)).toFixed(1)}`;
}

/** "600 to 1,999", or "1,000 and more" where there is no end. */
export function rangeText(from: number, to: number): string {
  return to === Infinity ? `${count(from)} and more` : `${count(from)} to ${count(to - 1)}`;
}

/** "k of m right (95% interval), claimed on average, share of all pairs" for answers of at least 90%. */
export function sureText(answers: readonly HeldOutAnswer[]): string {
  const { sure } = judged(answers);
  if (sure.answers === 0) return "none";
  const [low, high] = sure.interval.map(percent);
  return `${count(sure.right)} of ${count(sure.answers)} right, ${percent(sure.right / sure.answers)} (${low} to ${high}); claimed ${percent(sure.claimed)}; ${percent(sure.coverage)} of the pairs`;
}

export function judged(answers: readonly HeldOutAnswer[]) {
  const pairs = answers.map((answer) => ({ ...answer, relation: answer.truth === "none" ? "none" : "directed" }));
  return judgeConfidence(pairs, ({ margin }) => margin);
}

/** The page about the held-out simulated pairs. */
export function heldOutPage(answers: readonly HeldOutAnswer[], { look, commit }: Look): string {
  const of = (set: HeldOutAnswer["set"]) => answers.filter((answer) => answer.set === set);
  const [clean, table] = [of("family"), of("table")];
  const whole = judged(table);
  const named = (list: readonly HeldOutAnswer[], name: string) => list.filter((answer) => answer.name === name);
  const families = testFamilies.map(({ name }) => ({ name, right: mean(named(clean, name).map(isRight).map(Number)) }));
  const worst = families.reduce((least, family) => (family.right < least.right ? family : least));
  return `# Held-out pairs: what the default makes of them

Made by \`npm run make -- held-out\`; regenerate, do not edit. Look: ${look}; code: ${commit}. The pairs and the rule are in [held-out.md](../held-out.md): written before the first training, used for no choice. "Sure" is at least ${percent(SURE_FROM)}, with all gates open. Shares have their standard errors. Pairs that the default refuses, such as those with a constant column: ${answers.filter(({ gate }) => gate === "refused").length}; they count as not right and not sure.

## Test families

As they are, 1,000 rows, ${count(clean.length)} pairs: a forced choice is right on ${percent(mean(families.map(({ right }) => right)))} on average, on ${percent(worst.right)} in the worst family (${worst.name}).

With random table effects and 50 to 5,000 rows, ${count(table.length)} pairs: right on ${shareOf(table, isRight)}; a verdict on ${shareOf(table, ({ verdict }) => verdict !== "cannot-tell")}. Calibration error over 15 bins of equally many pairs: ${whole.calibrationError.toFixed(3)}, and ${whole.perfectError.toFixed(3)} for a method whose probabilities are true; surprise ${whole.surprise.toFixed(3)} ± ${whole.surpriseError.toFixed(3)}. Sure answers: ${sureText(table)}.

| family | right, clean, 1,000 rows | right, table, 50 to 5,000 rows | sure answers of the latter |
|---|---|---|---|
${testFamilies.map(({ name }) => `| ${name} | ${shareOf(named(clean, name), isRight)} | ${shareOf(named(table, name), isRight)} | ${sureText(named(table, name))} |`).join("\n")}

| rows | pairs | right | calibration error (perfect) | sure answers |
|---|---|---|---|---|
${ROWS.map(([from, to]) => {
  const own = table.filter(({ rows }) => rows >= from && rows < to);
  const { calibrationError, perfectError } = judged(own);
  return `| ${rangeText(from, to)} | ${count(own.length)} | ${shareOf(own, isRight)} | ${calibrationError.toFixed(3)} (${perfectError.toFixed(3)}) | ${sureText(own)} |`;
}).join("\n")}

## Hostile kinds

Surer than 90%, of all pairs of a kind:

| kinds | pairs with a direction: sure and wrong, of the sure | pairs without a direction: sure |
|---|---|---|
${groupLine("that training covers", ({ covered, invisible }) => covered && !invisible, of("hostile"))}
${groupLine("that it does not cover", ({ covered, invisible }) => !covered && !invisible, of("hostile"))}
${groupLine("that nobody can see", ({ invisible }) => invisible !== undefined, of("hostile"))}

| kind with a direction | covered | right, forced | no verdict | sure | of them wrong |
|---|---|---|---|---|---|
${hostileKinds
  .filter(({ direction }) => direction === "directed")
  .map(({ name, covered, invisible }) => {
    const own = named(of("hostile"), name);
    const sure = own.filter(isSure);
    return `| ${name} | ${coverage(covered, invisible)} | ${shareOf(own, isRight)} | ${silence(own)} | ${percent(sure.length / own.length)} | ${sure.filter((answer) => !isRight(answer)).length} of ${sure.length} |`;
  })
  .join("\n")}

| kind without a direction | covered | no verdict | sure | mean log odds of the first column as the cause |
|---|---|---|---|---|
${hostileKinds
  .filter(({ direction }) => direction === "none")
  .map(({ name, covered, invisible }) => {
    const own = named(of("hostile"), name);
    const odds = own.map(({ margin }) => margin);
    return `| ${name} | ${coverage(covered, invisible)} | ${silence(own)} | ${percent(own.filter(isSure).length / own.length)} | ${signed(mean(odds))} ± ${errorOfMean(odds).toFixed(2)} |`;
  })
  .join("\n")}

## No verdict where nobody can tell

| kind | rows | pairs | no verdict |
|---|---|---|---|
${[...new Set(of("silence").map(({ name, rows }) => `${name}/${rows}`))]
  .map((key) => {
    const own = of("silence").filter(({ name, rows }) => `${name}/${rows}` === key);
    const [name, rows] = key.split("/");
    return `| ${name} | ${count(Number(rows))} | ${own.length} | ${silence(own)} |`;
  })
  .join("\n")}
`;
}

const ROWS = [
  [50, 100],
  [100, 200],
  [200, 600],
  [600, 2000],
  [2000, 5001],
] as const;

const signed = (value: number): string => value.toFixed(2).replace("-", "−");

function silence(answers: readonly HeldOutAnswer[]): string {
  return percent(answers.filter(({ verdict }) => verdict === "cannot-tell").length / answers.length);
}

function coverage(covered: boolean, invisible: string | undefined): string {
  return invisible ? "nobody can see" : covered ? "yes" : "no";
}

type Kind = (typeof hostileKinds)[number];

function groupLine(title: string, belongs: (kind: Kind) => boolean, answers: readonly HeldOutAnswer[]): string {
  const names = hostileKinds.filter(belongs).map(({ name }) => name);
  const own = answers.filter(({ name }) => names.includes(name));
  const [directed, none] = [own.filter(({ truth }) => truth !== "none"), own.filter(({ truth }) => truth === "none")];
  const sure = directed.filter(isSure);
  const wrong = sure.length === 0 ? "none sure" : shareOf(sure, (answer) => !isRight(answer));
  const counts = `${count(sure.length)} of ${count(directed.length)} sure`;
  return `| ${title} | ${directed.length === 0 ? "" : `${wrong} (${counts})`} | ${none.length === 0 ? "" : shareOf(none, isSure)} |`;
}
