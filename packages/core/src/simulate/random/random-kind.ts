import { wrongOption } from "../../errors/wrong-option.js";
import type { Rng } from "../../numeric/rng.js";
import { oneOf } from "./chance.js";
import { calibrationFamilies, familyNamed } from "./families.js";
import { type LawName, lawNames } from "./standard-law.js";

/** Relations of two columns in which no direction can be told from the data. */
export const undirectedRelations = ["independent", "linear-gaussian", "common-cause"] as const;

/** What holds between the columns of a random pair. */
export type Relation = "directed" | (typeof undirectedRelations)[number];

const RELATIONS: readonly Relation[] = ["directed", ...undirectedRelations];
/** Share of pairs that have a direction; the rest is divided equally among the undirected relations. */
const DIRECTED_SHARE = 0.86;
/** Share of pairs of which one or both columns are rounded. */
const ROUNDED_SHARE = 0.15;

/** What was drawn to make a pair, by name, so that results can be counted by kind. */
export interface RandomKind {
  readonly relation: Relation;
  /** Name of the directed family; of the relation where there is none. */
  readonly family: string;
  /** Law of the cause, of the hidden cause, or of the first of two independent columns. */
  readonly causeLaw: LawName;
  /** Law of the noise, or of the second of two independent columns. */
  readonly noiseLaw: LawName;
  /** Whether a column is on a grid. */
  readonly rounded: boolean;
}

/**
 * The kind of a random pair, each choice from a stream of its own: 86 % directed, by one of `calibrationFamilies`, and 14 %
 * in equal parts of the undirected relations; laws of cause and noise any of `lawNames`; 15 % rounded. What `fixed` has is
 * not drawn.
 *
 * @throws InputError `wrong-option` for unknown names, and for choices that contradict each other
 */
export function randomKind(rng: Rng, fixed: Partial<RandomKind> = {}): RandomKind {
  const relation = chooseRelation(rng.split("relation"), fixed);
  const family = relation === "directed" ? chooseFamily(rng.split("family"), fixed.family) : relation;
  const lawRng = { cause: rng.split("name of the cause's law"), noise: rng.split("name of the noise's law") };
  const possible = relation === "linear-gaussian" ? (["normal"] as const) : lawNames;
  const causeLaw = chooseLaw(lawRng.cause, "causeLaw", fixed.causeLaw, possible);
  // A linear pair of two normals is linear-Gaussian, and would be directed in name only.
  const noiseLaws = family === "linear" && causeLaw === "normal" ? lawNames.filter(isNotNormal) : possible;
  const noiseLaw = chooseLaw(lawRng.noise, "noiseLaw", fixed.noiseLaw, noiseLaws);
  const rounded = fixed.rounded ?? rng.split("rounded").uniform() < ROUNDED_SHARE;
  return { relation, family, causeLaw, noiseLaw, rounded };
}

function isNotNormal(name: LawName): boolean {
  return name !== "normal";
}

function chooseRelation(rng: Rng, { relation, family }: Partial<RandomKind>): Relation {
  const drawn = rng.uniform() < DIRECTED_SHARE ? "directed" : oneOf(rng, undirectedRelations);
  const chosen = relation ?? (family === undefined ? drawn : "directed");
  if (!RELATIONS.includes(chosen)) throw wrongOption("relation", chosen, `one of ${RELATIONS.join(", ")}`);
  if (family !== undefined && chosen !== "directed") {
    throw wrongOption("family", family, `left out, or the relation "directed" instead of "${chosen}"`);
  }
  return chosen;
}

function chooseFamily(rng: Rng, asked: string | undefined): string {
  return (asked === undefined ? oneOf(rng, calibrationFamilies) : familyNamed(asked)).name;
}

function chooseLaw(rng: Rng, option: string, asked: LawName | undefined, possible: readonly LawName[]): LawName {
  if (asked !== undefined && !possible.includes(asked)) {
    throw wrongOption(option, asked, `one of ${possible.join(", ")}`);
  }
  return asked ?? oneOf(rng, possible);
}
