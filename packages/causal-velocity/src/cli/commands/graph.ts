import { graphFigure } from "@causal-velocity/core/explain/figures/graph-figure.js";
import { graphCsv, graphDot, graphJson, graphMl } from "@causal-velocity/core/explain/graph-files.js";
import { type Graph, prepareGraph } from "@causal-velocity/core/graph/graph.js";
import { measuredColumns } from "@causal-velocity/core/graph/graph-rows.js";
import { keptThreads } from "@causal-velocity/threads/run-tasks.js";
import { startTileThread } from "../../decide-pairs.js";
import { badUsage, jobCount, parseCommand, RAW_CSV_FLAG, RAW_CSV_LINES } from "../arguments.js";
import {
  DRAW_FLAGS,
  type DrawOptions,
  drawnFile,
  drawOptions,
  graphPage,
  missingLetters,
  missingText,
} from "../drawn-file.js";
import { GRAPH_FLAGS, GRAPH_LINES, graphColumns, graphOptions } from "../graph-flags.js";
import { graphHere } from "../graph-here.js";
import { wrap } from "../printable.js";
import { commandTable, TABLE_FLAGS, TABLE_LINES } from "../read-table.js";
import { graphText } from "../render/graph-text.js";
import { leftOutText } from "../render/pairs-text.js";
import { recordAbout } from "../render/records.js";
import { requireRunFile } from "../run-journal.js";
import { note } from "../terminal.js";
import { endingOf, isSameFile, requireFreeFile, writeTogether } from "../write-files.js";

const OPTIONS = {
  ...GRAPH_FLAGS,
  jobs: { type: "string" },
  out: { type: "string", multiple: true },
  ...DRAW_FLAGS,
  resume: { type: "boolean" },
  force: { type: "boolean" },
  ...RAW_CSV_FLAG,
  quiet: { type: "boolean" },
  ...TABLE_FLAGS,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMAND = "causal-velocity graph";
const HELP = `See ${COMMAND} --help.`;

/** `causal-velocity graph`: which columns of a table drive which directly. Returns what to print. */
export async function graphCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return GRAPH_HELP;
  const { out: outs = [], force = false, resume = false, quiet = false } = values;
  requirePlaces(outs, positionals[0], { force, resume });
  const looks = drawOptions(
    values,
    outs.find((out) => PICTURES.includes(endingOf(out))),
  );
  const jobs = jobCount(values.jobs);
  const options = await graphOptions(values);
  const kept = keptThreads(startTileThread);
  // Threads load while the table is read.
  kept.start(jobs);
  try {
    const table = await commandTable(COMMAND, positionals, values, graphColumns(options));
    const prepared = prepareGraph(table, options);
    if (!quiet && options.columns === undefined) {
      const numbers = measuredColumns(table).map((position) => position + 1);
      const left = leftOutText(table, numbers, "one value");
      if (left !== undefined) note(left);
    }
    const work = { prepared, options, jobs, kept, out: outs[0], force, quiet };
    return await graphHere(work, async (graph) => {
      await writeOuts(graph, outs, looks, values["raw-csv"] ? "raw" : "safe", force || resume);
      if (values.json) return graphJson(graph, recordAbout());
      const written = outs.length > 0 ? `${wrap(`Wrote ${outs.join(", ")}.`)}\n` : "";
      const letters = await Promise.all(outs.map((out) => missingLetters(graphFigure(graph), out)));
      return graphText(graph) + written + missingText([...new Set(letters.flat())]);
    });
  } finally {
    await kept.close();
  }
}

/** Refuses places that cannot be written, before anything is read. */
function requirePlaces(
  outs: readonly string[],
  file: string | undefined,
  { force, resume }: { readonly force: boolean; readonly resume: boolean },
): void {
  if (force && resume) throw badUsage("options --force, --resume", "both", "one of them", HELP);
  if (resume && outs.length === 0) throw badUsage("--resume", "without --out", "--out with the file of the run", HELP);
  const twice = outs.find((out, k) => outs.some((other, i) => i < k && (other === out || isSameFile(other, out))));
  if (twice !== undefined) throw badUsage("--out", `"${twice}" twice`, "different files", HELP);
  outs.forEach((out, k) => {
    if (!Object.hasOwn(WRITERS, endingOf(out))) {
      throw badUsage("--out", `"${out}"`, `a file that ends in ${ENDINGS.join(", ")}`, HELP);
    }
    if (file !== undefined && isSameFile(out, file)) {
      throw badUsage("--out", `"${out}", which is the table`, "another file", HELP);
    }
    if (k === 0) requireRunFile({ out, force, resume });
    else requireFreeFile({ path: out, force: force || resume });
  });
}

type Writer = (
  graph: Graph,
  path: string,
  looks: DrawOptions,
  form: "safe" | "raw",
) => string | Promise<string | Uint8Array>;

/** With more columns, pictures are wider unless their width is given. */
const MANY_COLUMNS = 24;
const WIDE = 1140;

const picture: Writer = (graph, path, { theme, width }) => {
  const usual = graph.columns.length > MANY_COLUMNS ? WIDE : undefined;
  return drawnFile(graphFigure(graph), path, { theme, width: width ?? usual });
};

/** Endings of files, and what is written into them. */
const WRITERS: Readonly<Record<string, Writer>> = {
  ".json": (graph) => graphJson(graph, recordAbout()),
  ".csv": (graph, _path, _looks, form) => graphCsv(graph, form),
  ".dot": graphDot,
  ".graphml": graphMl,
  ".svg": picture,
  ".png": picture,
  ".html": graphPage,
};
const ENDINGS = Object.keys(WRITERS);
const PICTURES: readonly string[] = [".svg", ".png"];

async function writeOuts(
  graph: Graph,
  outs: readonly string[],
  looks: DrawOptions,
  form: "safe" | "raw",
  force: boolean,
): Promise<void> {
  const files = outs.map(async (name) => {
    const write = WRITERS[endingOf(name)] as Writer;
    return { name, text: await write(graph, name, looks, form) };
  });
  writeTogether(await Promise.all(files), force);
}

export const GRAPH_HELP = `Usage
  causal-velocity graph FILE [options]

  Which columns of a table drive which directly, given all others: a graph with
  arrows from causes to effects. For every arrow: how sure it is there, how sure
  it points this way, and how much of its effect it explains. FILE as in decide.

${GRAPH_LINES}

Results, the same bytes with any number of threads
  --out FILE          ${ENDINGS.slice(0, 4).join(", ")} (arrows and numbers),
                      .svg, .png (a picture) or .html (a page that loads
                      nothing); may be given several times. Until the graph is
                      found, its searches are kept in FILE.journal
  --resume            continue a stopped run
  --force             start again, and write over files that are there
  --theme T, --width N   of pictures, as for explain
${RAW_CSV_LINES}
  --quiet             no progress on standard error
  --json              one JSON object: causal-velocity/graph@1

${TABLE_LINES}

Examples
  causal-velocity graph weather.csv --out graph.html
  causal-velocity graph trial.csv --tiers "age, sex < dose < response"
`;
