import {
  type PublishedCell,
  type PublishedScore,
  type PublishedTable,
  RIVAL_ROWS,
  VELOCITY_ROWS,
} from "./published-tables.js";
import {
  type Combination,
  combinations,
  modeWords,
  rivalVariants,
  type Variant,
  velocityVariants,
  yardstickVariants,
} from "./variants.js";

/** Finds the outcome of a variant on a suite; undefined if it was not run. */
export type OutcomeOf = (table: PublishedTable, suite: string, variant: Variant) => Outcome | undefined;

/** A page that compares a published table with our results. */
interface ComparisonPage {
  readonly markdown: string;
  /** Printed cells that were compared, and how many of them agree within two standard errors. */
  readonly compared: number;
  readonly agreeing: number;
}

const COMBINATION_WORDS: Readonly<Record<Combination, string>> = {
  better: "better of these",
  mixed: "best accuracy and best AUDRC of these",
  closest: "closest of these",
};

/** Renders one table: every printed row, every variant behind it, the difference and its standard error. */
export function comparisonPage(table: PublishedTable, outcomeOf: OutcomeOf, preamble: string): ComparisonPage {
  const comparisons: Comparison[] = [];
  const section = (printed: readonly PublishedCell[], combination: Combination, variants: readonly Variant[]) => {
    const published = variants.filter(({ mode }) => mode === "published");
    const compared = table.suites.map(({ id }, column): Comparison | undefined => {
      const outcomes = published.flatMap((variant) => outcomeOf(table, id, variant) ?? []);
      const cell = printed[column];
      if (outcomes.length === 0 || outcomes.length < published.length || cell === undefined) return undefined;
      return compareCell(cell, outcomes, combination);
    });
    comparisons.push(...compared.flatMap((comparison) => comparison ?? []));
    const lines: string[][] = [["printed", ...printed.map(({ accuracy, audrc }) => `${accuracy} (${audrc})`)]];
    lines.push(...published.map((variant) => variantLine(table, variant, outcomeOf)));
    if (published.length > 1) {
      lines.push([COMBINATION_WORDS[combination], ...compared.map((c) => (c ? pair(c.accuracy, c.audrc) : ""))]);
    }
    if (published.length > 0) {
      lines.push(["difference", ...compared.map((c) => (c ? differenceCell(c) : ""))]);
      lines.push(["standard error", ...compared.map((c) => (c ? c.standardError.toFixed(1) : ""))]);
    }
    lines.push(
      ...variants.filter(({ mode }) => mode === "exact").map((variant) => variantLine(table, variant, outcomeOf)),
    );
    return lines;
  };

  const blocks = table.scores.map((score) => {
    const rows = VELOCITY_ROWS.flatMap((row) => {
      const printed = cellsOfScore(table, table.velocity[row], score);
      return named(row, section(printed, combinations[row], velocityVariants(table, row, score)));
    });
    const yardsticks = named("yardsticks", [
      ...yardstickVariants(table, score).map((variant) => variantLine(table, variant, outcomeOf)),
      ["chance", ...table.suites.map(() => "50 (50)")],
    ]);
    return [`## ${score === "stein" ? "Stein" : "KDE"} scores`, grid(table, [...rows, ...yardsticks])].join("\n\n");
  });
  const { rivals } = table;
  if (rivals) {
    const rows = RIVAL_ROWS.flatMap((row) => named(row, section(rivals[row], combinations[row], rivalVariants(row))));
    blocks.push(["## The methods that the paper compares with", grid(table, rows)].join("\n\n"));
  }
  const agreeing = comparisons.filter(({ agrees }) => agrees).length;
  const verdict = `${agreeing} of the ${comparisons.length} printed cells that were run agree within two standard errors; the others are **bold**.`;
  const markdown = [`# ${table.title} (\`${table.label}\`)`, preamble, verdict, ...blocks].join("\n\n");
  return { markdown: `${markdown}\n`, compared: comparisons.length, agreeing };
}

/** The cells of one score: within a suite the scores are in the table's order. */
function cellsOfScore(table: PublishedTable, cells: readonly PublishedCell[], score: PublishedScore) {
  const offset = table.scores.indexOf(score);
  return cells.filter((_, i) => i % table.scores.length === offset);
}

function variantLine(table: PublishedTable, variant: Variant, outcomeOf: OutcomeOf): string[] {
  const cells = table.suites.map(({ id }) => {
    const outcome = outcomeOf(table, id, variant);
    if (!outcome) return "";
    const failed = outcome.failed > 0 ? `, ${outcome.failed} failed` : "";
    return pair(100 * outcome.accuracy, 100 * outcome.audrc) + failed;
  });
  return [`${variant.method}, ${modeWords(variant)}`, ...cells];
}

function differenceCell({ difference, agrees }: Comparison): string {
  const text = `${signed(difference.accuracy)} (${signed(difference.audrc)})`;
  return agrees ? text : `**${text}**`;
}

function signed(points: number): string {
  const rounded = Math.round(points);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

function pair(accuracy: number, audrc: number): string {
  return `${accuracy.toFixed(0)} (${audrc.toFixed(0)})`;
}

/** Puts the row's name into its first line. */
function named(row: string, lines: readonly string[][]): string[][] {
  return lines.map((cells, i) => [i === 0 ? `**${row}**` : "", ...cells]);
}

function grid(table: PublishedTable, rows: readonly string[][]): string {
  const header = ["", "", ...table.suites.map(({ heading }) => heading)];
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The result of a method on a suite; shares from 0 to 1. */
export interface Outcome {
  readonly accuracy: number;
  readonly audrc: number;
  /** Effective number of pairs: smaller if they have weights. */
  readonly effectivePairs: number;
  readonly failed: number;
}

/** A printed cell and our result. Percent and percentage points. */
export interface Comparison {
  readonly accuracy: number;
  readonly audrc: number;
  readonly difference: PublishedCell;
  /** Standard error of an accuracy halfway between the two, at this number of pairs. */
  readonly standardError: number;
  /** Whether the accuracies differ by at most two standard errors and the rounding of the printed one. */
  readonly agrees: boolean;
}

/** Printed cells are rounded to whole percents. */
const PRINTED_ROUNDING = 0.5;

/** Compares the result of a row's variants with the printed cell. */
function compareCell(printed: PublishedCell, variants: readonly Outcome[], combination: Combination): Comparison {
  const chosen = combine(printed, variants, combination);
  const [accuracy, audrc] = [100 * chosen.accuracy, 100 * chosen.audrc];
  const middle = (accuracy + printed.accuracy) / 200;
  const standardError = 100 * Math.sqrt((middle * (1 - middle)) / chosen.effectivePairs);
  const difference = { accuracy: accuracy - printed.accuracy, audrc: audrc - printed.audrc };
  const agrees = Math.abs(difference.accuracy) <= 2 * standardError + PRINTED_ROUNDING;
  return { accuracy, audrc, difference, standardError, agrees };
}

function combine(printed: PublishedCell, variants: readonly Outcome[], combination: Combination): Outcome {
  const by = (rank: (outcome: Outcome) => number): Outcome =>
    variants.reduce((best, outcome) => (rank(outcome) > rank(best) ? outcome : best));
  const best = by(({ accuracy, audrc }) => accuracy + audrc / 1000);
  if (combination === "better") return best;
  if (combination === "mixed") return { ...best, audrc: Math.max(...variants.map(({ audrc }) => audrc)) };
  return by(
    ({ accuracy, audrc }) =>
      -Math.abs(100 * accuracy - printed.accuracy) - Math.abs(100 * audrc - printed.audrc) / 1000,
  );
}
