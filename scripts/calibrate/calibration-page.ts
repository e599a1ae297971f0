import { EVIDENCE_NAMES } from "causal-velocity";
import { leftOutFamilies } from "causal-velocity/lab";
import type { EvidenceWeights } from "causal-velocity/model";
import { isAnswered, type Judgment, judgeConfidence } from "./judge-confidence.js";
import type { MeasuredPair } from "./measured-pair.js";
import { fittedFamilies } from "./plan.js";

const percent = (share: number): string => (100 * share).toFixed(1);
const count = (value: number): string => value.toLocaleString("en-US");

/** The page about a calibration: weights, reliability of the probabilities, abstentions. */
export function calibrationPage(
  pairs: readonly MeasuredPair[],
  weights: EvidenceWeights,
  failures: readonly string[],
): string {
  const directed = (purpose: MeasuredPair["purpose"]) =>
    pairs.filter((pair) => pair.purpose === purpose && pair.relation === "directed");
  const open = (purpose: MeasuredPair["purpose"]) => directed(purpose).filter(({ gate }) => !gate);
  const leftOut = judgeConfidence(directed("left-out"), weights);
  const stopped = directed("fit").filter(({ gate }) => gate);
  const sure = directed("left-out").filter((pair) => isAnswered(pair, weights, 0.99));
  return `# How sure the default method is, and how right

Made by \`npm run calibrate\`; regenerate, do not edit. Pairs are drawn from [the calibration kit](../calibration-kit.md), rows log-uniform from 100 to 10,000; no benchmark file is read. ${count(pairs.filter(({ purpose }) => purpose === "fit").length)} pairs of ${fittedFamilies.length} families, among them the undirected ones, fit the weights; the families ${leftOutFamilies.join(", ")} are only used for testing. Pairs that could not be measured: ${failures.length}.

## Weights

Log odds per unit of each kind of evidence, at 1,000 rows, and what an e-fold of rows adds.

| evidence | location-scale noise fits | per e-fold | fits neither way | per e-fold |
|---|---|---|---|---|
${EVIDENCE_NAMES.map((name) => {
  const { fitting, misfitting } = weights[name];
  return `| ${name} | ${[...fitting, ...misfitting].map((value) => value.toFixed(3)).join(" | ")} |`;
}).join("\n")}

## Probabilities

| pairs | | right | expected calibration error | −ln probability of the truth |
|---|---|---|---|---|
${judgmentLine("families that fitted the weights", judgeConfidence(directed("fit"), weights))}
${judgmentLine("… where no gate closes", judgeConfidence(open("fit"), weights))}
${judgmentLine("families left out", leftOut)}
${judgmentLine("… where no gate closes", judgeConfidence(open("left-out"), weights))}

These are pairs with a direction. The weights are fitted on all, one in seven without a direction and counted half for either, so on pairs that do have one the probabilities are too low rather than too high. Of the left-out pairs with 99% or more, ${count(sure.length)}, ${percent(judgeConfidence(sure, weights).accuracy)}% are right.

Of the left-out families, by the probability claimed:

| claimed | pairs | mean claimed | right |
|---|---|---|---|
${leftOut.bins
  .map(
    (bin) =>
      `| ${percent(bin.from)} to ${percent(bin.to)} | ${count(bin.pairs)} | ${percent(bin.claimed)} | ${percent(bin.right)} |`,
  )
  .join("\n")}

## By family

The probability claimed, on average, beside the share of right answers: probabilities are not calibrated family by family.

| family | pairs | claimed | right |
|---|---|---|---|
${[...fittedFamilies, ...leftOutFamilies].map((family) => familyLine(family, pairs, weights)).join("\n")}

## Pairs stopped by a gate

Of the ${count(directed("fit").length)} pairs with a direction among those that fitted the weights, ${count(stopped.length)} are stopped; a forced choice would be right on ${percent(judgeConfidence(stopped, weights).accuracy)}% of them. They cannot be distinguished from pairs without a direction:

| relation | pairs | stopped by a gate | no verdict at 0.6 |
|---|---|---|---|
${[...new Set(pairs.filter(({ purpose }) => purpose === "undirected").map(({ relation }) => relation))]
  .map((relation) => {
    const all = pairs.filter((pair) => pair.purpose === "undirected" && pair.relation === relation);
    const share = (kept: (pair: MeasuredPair) => boolean): string => percent(all.filter(kept).length / all.length);
    return `| ${relation} | ${count(all.length)} | ${share(({ gate }) => gate !== undefined)} | ${share((pair) => !isAnswered(pair, weights))} |`;
  })
  .join("\n")}
`;
}

function judgmentLine(name: string, { pairs, accuracy, calibrationError, surprise }: Judgment): string {
  return `| ${name} | ${count(pairs)} | ${percent(accuracy)} | ${calibrationError.toFixed(3)} | ${surprise.toFixed(3)} |`;
}

function familyLine(family: string, pairs: readonly MeasuredPair[], weights: EvidenceWeights): string {
  const own = pairs.filter((pair) => pair.family === family && pair.relation === "directed");
  if (own.length === 0) return `| ${family} | 0 | | |`;
  const { accuracy, claimed } = judgeConfidence(own, weights);
  return `| ${family} | ${count(own.length)} | ${percent(claimed)} | ${percent(accuracy)} |`;
}
