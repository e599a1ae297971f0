import { DEFAULT_METHOD, methods } from "@causal-velocity/core";
import { badUsage, parseCommand } from "../arguments.js";
import { METHODS_HELP } from "../help.js";
import { wrap } from "../printable.js";

const OPTIONS = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
const INDENT = " ".repeat(14);

/** `causal-velocity methods`: what can be chosen, and what each choice assumes. Returns what to print. */
export function methodsCommand(args: readonly string[]): string {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity methods --help");
  if (values.help) return METHODS_HELP;
  if (positionals.length > 0) {
    throw badUsage("causal-velocity methods", `"${positionals[0]}"`, "no argument", "See causal-velocity --help.");
  }
  return values.json ? `${JSON.stringify(methods.map(methodRecord), null, 2)}\n` : methodsText();
}

function methodRecord({ name, family, summary, assumes, reference, defaults, exempt }: (typeof methods)[number]) {
  return { name, family, summary, assumes, reference, options: defaults, exempt, default: name === DEFAULT_METHOD };
}

function methodsText(): string {
  const entries = methods.map(({ name, summary, assumes }) =>
    [
      wrap(summary + (name === DEFAULT_METHOD ? " (default)" : ""), `  ${name.padEnd(12)}`),
      wrap(`assumes: ${assumes}`, INDENT),
    ].join("\n"),
  );
  return [
    "Velocity methods; x is the candidate cause, y the candidate effect",
    entries.join("\n\n"),
    "Use one: causal-velocity decide FILE --method NAME\n",
  ].join("\n\n");
}
