import {
  DEFAULT_PLACE,
  isAllowed,
  LIMITS,
  MOST_MAP_COLUMNS,
  type NumberSetting,
  PICTURES,
  type Picture,
  type Place,
  VIEWS,
  type View,
} from "./settings.js";

const NUMBERS = Object.keys(LIMITS) as NumberSetting[];
/** Names of methods and examples: nothing that could be anything else. */
const NAME = /^[a-z0-9-]{1,40}$/;

/** A place as the part of an address after "#": defaults are left out. */
export function toAddress(place: Place): string {
  const parts = new URLSearchParams();
  for (const key of ["view", "example", "method", "picture"] as const) {
    const value = place[key];
    if (value !== undefined && value !== DEFAULT_PLACE[key]) parts.set(key, value);
  }
  for (const key of NUMBERS) {
    const value = place[key];
    if (value !== undefined && value !== DEFAULT_PLACE[key]) parts.set(key, String(value));
  }
  if (place.columns) parts.set("columns", runsOf(place.columns));
  return parts.toString();
}

/** The place in an address; what is not understood is left at its default, as addresses are typed and cut. */
export function fromAddress(text: string): Place {
  const parts = new URLSearchParams(text.replace(/^#/, ""));
  const named = (key: "method" | "example"): string | undefined => {
    const value = parts.get(key);
    return value !== null && NAME.test(value) ? value : undefined;
  };
  const place: { -readonly [K in keyof Place]: Place[K] } = { ...DEFAULT_PLACE };
  const view = parts.get("view") as View;
  if (VIEWS.includes(view)) place.view = view;
  const picture = parts.get("picture") as Picture;
  if (PICTURES.includes(picture)) place.picture = picture;
  place.method = named("method") ?? DEFAULT_PLACE.method;
  const example = named("example");
  if (example) place.example = example;
  for (const key of NUMBERS) {
    const text = parts.get(key);
    const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
    if (isAllowed(key, value)) place[key] = value;
  }
  const columns = numbersOf(parts.get("columns") ?? "");
  if (columns.length > 0) place.columns = columns;
  return place;
}

/** Ascending numbers as runs: 1, 2, 3, 7 as "1-3.7". */
function runsOf(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(".");
}

/** The numbers of such runs, in ascending order and no more than a map can show; none if they are anything else. */
function numbersOf(text: string): number[] {
  if (!/^\d{1,6}(-\d{1,6})?(\.\d{1,6}(-\d{1,6})?)*$/.test(text)) return [];
  const numbers = new Set<number>();
  for (const run of text.split(".")) {
    const [first, last = first] = run.split("-").map(Number);
    for (let number = first; number <= last && numbers.size < MOST_MAP_COLUMNS; number++) {
      if (isAllowed("x", number)) numbers.add(number);
    }
  }
  return [...numbers].sort((a, b) => a - b);
}
