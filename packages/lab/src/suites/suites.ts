import { MULTIVARIATE, parseGroundTruth, parsePairmeta, type SuiteEntry } from "./suite-files.js";

/** How a suite lists its pairs. */
export type SuiteFormat = "pairmeta" | "ground-truth";

/** The file that lists a suite's pairs. */
export const TRUTH_FILES: Readonly<Record<SuiteFormat, string>> = {
  pairmeta: "pairmeta.txt",
  "ground-truth": "pairs_gt.txt",
};

/** A published suite of pairs whose direction is known. */
export interface SuiteDefinition {
  readonly name: string;
  readonly summary: string;
  readonly format: SuiteFormat;
  /** Where it may be: an archive or folder, and the folder inside; in the order tried, regardless of case. */
  readonly places: readonly { readonly container: string; readonly inside: string }[];
  /** Who publishes it: the suites are not shipped. */
  readonly published: string;
  /** The files of its pairs, beside the list. */
  readonly pairFiles: string;
  /** Pairs left out, by number, with the reason. */
  readonly excluded: readonly { readonly numbers: readonly number[]; readonly reason: string }[];
}

const BINARY = { numbers: [47, 70, 107], reason: "a binary variable" };
const SEVERAL_COLUMNS = { numbers: [52, 53, 54, 55, 71, 105], reason: MULTIVARIATE };
/** The paper lists 29, of which four are among those above. @deviates docs/decisions/0024-suites-and-failures.md */
const FEW_VALUES = {
  numbers: [5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 26, 27, 28, 29, 32, 33, 34, 35, 36, 37, 85, 94, 95, 99],
  reason: "a variable of few values",
};

const MOOIJ =
  'J. M. Mooij, J. Peters, D. Janzing, J. Zscheischler, B. Schölkopf: "Distinguishing cause from effect using observational data: methods and benchmarks", JMLR 17(32), 2016';
const TUEBINGEN = {
  published: `the database of cause-effect pairs of the Max Planck Institute in Tübingen, with ${MOOIJ}`,
  pairFiles: "pair0001.txt to pair0108.txt",
};
const TUEBINGEN_PLACES = [
  { container: "tuebingen", inside: "" },
  { container: "tuebingen_pairs", inside: "" },
];

const HUNDRED = "pair0001.txt to pair0100.txt";

function simSuite(name: string, folder: string, summary: string): SuiteDefinition {
  const containers = ["sim", "sim_pairs", "Benchmark_simulated"].map((container) => ({ container, inside: folder }));
  const places = [...containers, { container: folder, inside: "" }];
  const published = `the simulated data with ${MOOIJ}`;
  return { name, summary, format: "pairmeta", places, published, pairFiles: HUNDRED, excluded: [] };
}

function anlsmnSuite(name: string, folder: string, summary: string): SuiteDefinition {
  const containers = ["anlsmn", "anlsmn_pairs"].map((container) => ({ container, inside: folder }));
  const places = [...containers, { container: folder, inside: "" }];
  const published = "the simulated data with Tagasovska, Chavez-Demoulin & Vatter, ICML 2020";
  const pairFiles = "pair_1.txt to pair_100.txt";
  return { name, summary, format: "ground-truth", places, published, pairFiles, excluded: [] };
}

function syntheticSuite(kind: string, summary: string): SuiteDefinition {
  const name = `synthetic-${kind}`;
  const places = [
    { container: name, inside: "" },
    { container: "synthetic", inside: kind },
  ];
  const published = "Xi, Dance, Orbanz & Bloem-Reddy, ICML 2025, https://github.com/xijohnny/causal-velocity";
  return { name, summary, format: "pairmeta", places, published, pairFiles: HUNDRED, excluded: [] };
}

/**
 * The suites that can be named, in the order shown to users.
 *
 * @paper appx:experiments:benchmarks
 */
export const suites: readonly SuiteDefinition[] = /* @__PURE__ */ allSuites();

function allSuites(): SuiteDefinition[] {
  return [
    {
      name: "tuebingen",
      summary: "real pairs, weighted",
      format: "pairmeta",
      places: TUEBINGEN_PLACES,
      ...TUEBINGEN,
      excluded: [BINARY, SEVERAL_COLUMNS],
    },
    {
      name: "tuebingen-cts",
      summary: "the Tübingen pairs with continuous variables",
      format: "pairmeta",
      places: TUEBINGEN_PLACES,
      ...TUEBINGEN,
      excluded: [BINARY, SEVERAL_COLUMNS, FEW_VALUES],
    },
    simSuite("sim", "SIM", "Gaussian processes"),
    simSuite("sim-c", "SIM-c", "SIM with a hidden common cause"),
    simSuite("sim-g", "SIM-G", "SIM, nearly Gaussian"),
    simSuite("sim-ln", "SIM-ln", "SIM with little noise"),
    anlsmnSuite("an", "AN", "additive noise"),
    anlsmnSuite("an-s", "AN-s", "additive noise, sigmoid"),
    anlsmnSuite("ls", "LS", "location-scale noise"),
    anlsmnSuite("ls-s", "LS-s", "location-scale noise, sigmoid"),
    anlsmnSuite("mn-u", "MN-U", "multiplicative uniform noise"),
    syntheticSuite("velocity", "a velocity of sines and cosines"),
    syntheticSuite("sigmoid", "a sigmoid of a sum"),
    syntheticSuite("anm", "additive noise, random networks"),
    syntheticSuite("lsnm", "location-scale noise, random networks"),
  ];
}

/** The entries of a suite's list in its order; those left out have the reason. @throws InputError */
export function suiteEntries(
  text: string,
  { format, excluded }: Pick<SuiteDefinition, "format" | "excluded">,
): SuiteEntry[] {
  const entries = format === "pairmeta" ? parsePairmeta(text) : parseGroundTruth(text);
  return entries.map((entry) => {
    const rule = excluded.find(({ numbers }) => numbers.includes(Number(entry.id)));
    return rule ? { ...entry, excluded: rule.reason } : entry;
  });
}
