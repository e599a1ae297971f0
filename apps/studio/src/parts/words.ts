import { verdictSentence } from "@causal-velocity/core/explain/verdict-sentence.js";
import { DROP_WORDS, type DropReason, type RowCount } from "@causal-velocity/core/pair/pair.js";
import type { MapOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { displayNames } from "@causal-velocity/core/pair/display-names.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";

/** Whole numbers in groups of three. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** Where every row went, in one sentence. */
export function rowsSentence({ read, used, dropped, reasons }: RowCount): string {
  const parts = Object.entries(reasons).map(([reason, n]) => `${count(n)} ${DROP_WORDS[reason as DropReason]}`);
  const out = dropped === 0 ? "none left out" : `left out: ${parts.join(", ")}`;
  return `${count(used)} of ${count(read)} rows used, ${out}.`;
}

/** A size in bytes, to read. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What really holds, in words. */
export function truthSentence(truth: Truth, { x, y }: { readonly x: string; readonly y: string }): string {
  switch (truth) {
    case "x->y":
      return `${x} drives ${y}`;
    case "y->x":
      return `${y} drives ${x}`;
    case "independent":
      return "neither drives the other: the columns are unrelated";
    case "common-cause":
      return "neither drives the other: something unseen drives both";
  }
}

/** What became of one pair of a map, in one sentence. */
export function outcomeSentence({ names: given, decision: made, problem }: MapOutcome): string {
  const names = displayNames(given);
  const decision = made && { ...made, names };
  if (!decision) return `${names.x} and ${names.y} could not be decided: ${problem?.message}.`;
  const sentence = verdictSentence(decision);
  const rows = `${count(decision.rows.used)} rows`;
  return decision.verdict === "cannot-tell"
    ? `${names.x} and ${names.y}: ${lowered(sentence)} ${rows}.`
    : `${sentence} ${rows}.`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** A time to wait, as people say it. */
export function waitText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `about ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Options of the library, by the names they have on the screen. */
const ON_SCREEN: Readonly<Record<string, string>> = {
  delimiter: "“Cells are split at”",
  decimal: "“Decimal mark”",
  header: "“First row holds names”",
  missing: "“Also missing”",
  maxRows: "“Rows at most”",
  trim: "“Share to trim”",
  abstain: "“Least probability”",
  seed: "“Seed”",
  x: "“First column”",
  y: "“Second column”",
};

/** A message of the library in the words of the page. */
export function screenWords(text: string): string {
  return text.replace(/\boption ([a-zA-Z]+)\b/g, (whole, name: string) => ON_SCREEN[name] ?? whole);
}
