import { DEFAULT_METHOD } from "@causal-velocity/core/decide/decide.js";
import type { MethodEntry, MethodKind } from "@causal-velocity/core/decide/decision.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { badUsage, flagName, parseCommand } from "../arguments.js";
import { wrap } from "../printable.js";

const OPTIONS = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
const NAME_WIDTH = 21;
const INDENT = " ".repeat(2 + NAME_WIDTH);

/** What the methods of each kind compare between the directions. */
const KINDS: Readonly<Record<MethodKind, string>> = {
  combined: "several kinds of evidence, weighed",
  velocity: "how well a velocity fits the scores of the data",
  flow: "what the flow of a velocity leaves as noise",
  information: "how much structure the distributions have",
  regression: "what a regression of y on x leaves",
  "location-scale": "what a regression of the mean and the spread of y on x leaves",
  score: "what the slopes of the joint density show of the noise",
  histogram: "how much the distributions of y at different x differ",
  linear: "how likely a linear model is",
};

/** `causal-velocity methods`: what can be chosen, and what each choice assumes. Returns what to print. */
export function methodsCommand(args: readonly string[]): string {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity methods --help");
  if (values.help) return METHODS_HELP;
  if (positionals.length > 0) {
    throw badUsage("causal-velocity methods", `"${positionals[0]}"`, "no argument", "See causal-velocity --help.");
  }
  if (!values.json) return methodsText();
  const record = { schema: "causal-velocity/methods@1", version, methods: allMethods.map(methodRecord) };
  return jsonText(record);
}

function methodRecord(entry: MethodEntry) {
  const { name, kind, summary, assumes, reference, defaults, exempt, costs, milliseconds } = entry;
  return {
    name,
    kind,
    summary,
    assumes,
    reference,
    options: defaults,
    exempt,
    costs: costs ?? "ratio",
    milliseconds: milliseconds ?? null,
    default: name === DEFAULT_METHOD,
  };
}

function methodsText(): string {
  const kinds = [...new Set(allMethods.map(({ kind }) => kind))];
  const paragraphs = kinds.map((kind) => {
    const entries = allMethods.filter((entry) => entry.kind === kind);
    const title = wrap(`${kind[0]?.toUpperCase()}${kind.slice(1)}: ${KINDS[kind]}`);
    return [title, commonLine(entries), ...entries.map((entry) => entryText(entry, entries))]
      .filter(Boolean)
      .join("\n\n");
  });
  return [
    wrap(
      "x is the candidate cause, y the candidate effect; every method does both. Milliseconds: one core, 1,000 rows.",
    ),
    ...paragraphs,
    "Use one:     causal-velocity decide FILE --method NAME\nCompare all: causal-velocity decide FILE --compare\n",
  ].join("\n\n");
}

/** Options that all methods of a kind share are listed once, and their source if they have one in common. */
function commonLine(entries: readonly MethodEntry[]): string {
  const options = optionWords(sharedOptions(entries));
  const parts = [
    ...(options === "" ? [] : [`options: ${options}`]),
    ...(shareReference(entries) ? [entries[0]?.reference] : []),
  ];
  return parts.length > 0 ? wrap(parts.join("; "), "  ") : "";
}

type Option = readonly [name: string, value: unknown];

/** Options that all have, with the same default; none of a single method, whose options are listed with it. */
function sharedOptions(entries: readonly MethodEntry[]): Option[] {
  const all = entries.map(({ defaults }) => new Map<string, unknown>(Object.entries(defaults)));
  return entries.length < 2
    ? []
    : [...(all[0] ?? [])].filter(([key, value]) => all.every((own) => own.get(key) === value));
}

const shareReference = (entries: readonly MethodEntry[]): boolean =>
  entries.length > 1 && new Set(entries.map(({ reference }) => reference)).size === 1;

/** "--score stein, --trim 0": options with their defaults. */
function optionWords(options: readonly Option[]): string {
  return options
    .map(([key, value]) => {
      const text = String(value);
      if (typeof value === "boolean" || text === "") return flagName(key);
      return `${flagName(key)} ${text.includes(" ") ? `"${text}"` : text}`;
    })
    .join(", ");
}

function entryText(entry: MethodEntry, sameKind: readonly MethodEntry[]): string {
  const { name, summary, assumes, reference, defaults, exempt, milliseconds } = entry;
  const shared = sharedOptions(sameKind).map(([key]) => key);
  const options = optionWords(Object.entries(defaults).filter(([key]) => !shared.includes(key)));
  const facts = [
    milliseconds === undefined ? "cost not measured" : `${milliseconds} ms`,
    ...(options === "" ? [] : [`options: ${options}`]),
    ...(shareReference(sameKind) ? [] : [reference]),
  ];
  return [
    wrap(summary + (name === DEFAULT_METHOD ? " (the default)" : ""), `  ${name.padEnd(NAME_WIDTH)}`),
    wrap(`assumes: ${assumes}`, INDENT),
    wrap(facts.join("; "), INDENT),
    ...exemptionLines(exempt).map((line) => wrap(line, INDENT)),
  ].join("\n");
}

const LAW_WORDS = {
  swap: "swapping the columns",
  "row-order": "the order of the rows",
  shift: "a shift",
  scale: "a change of units",
  sign: "the sign of a column",
} as const;

/** What the answer depends on though it should not; laws broken for one reason are listed together. */
function exemptionLines(exempt: MethodEntry["exempt"]): string[] {
  const reasons = [...new Set(exempt.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const broken = exempt.filter((exemption) => exemption.reason === reason);
    const only = optionWords(Object.entries(broken[0]?.when ?? {}));
    const finding = broken[0]?.finding;
    const where = finding === undefined ? "" : `where finding ${finding} is present, `;
    return `${where}${only === "" ? "" : `with ${only} `}depends on ${broken.map(({ law }) => LAW_WORDS[law]).join(" and ")}: ${reason}`;
  });
}

export const METHODS_HELP = `Usage
  causal-velocity methods [--json]

  What can be chosen as --method, and what each choice assumes.

  --json              one JSON object: causal-velocity/methods@1
`;
