import {
  DEFAULT_PLACE,
  isAllowed,
  LIMITS,
  MOST_PAIRS_COLUMNS,
  type NumberSetting,
  PICTURES,
  type Picture,
  type Place,
  VIEWS,
  type View,
} from "./settings.js";

const NUMBERS = Object.keys(LIMITS) as NumberSetting[];
/** Names of methods and examples. */
const NAME = /^[a-z0-9-]{1,40}$/;

/** A place as the part of an address after "#". Defaults are left out. */
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
  if (place.guess) parts.set("guess", "open");
  if (place.unordered) parts.set("unordered", "true");
  if (place.columns) parts.set("columns", rangesOf(place.columns));
  return parts.toString();
}

/** The place in an address. Unknown or invalid parts get their defaults. */
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
  if (example && parts.get("guess") === "open") place.guess = true;
  for (const key of NUMBERS) {
    const text = parts.get(key);
    const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
    if (isAllowed(key, value)) place[key] = value;
  }
  if (parts.get("unordered") === "true") place.unordered = true;
  const columns = numbersOf(parts.get("columns") ?? "");
  if (columns.length > 0) place.columns = columns;
  return place;
}

/** Ascending numbers as ranges: 1, 2, 3, 7 as "1-3.7". */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && range[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(".");
}

/** The numbers of such ranges, ascending and limited to what the page can show; empty if the text is invalid. */
function numbersOf(text: string): number[] {
  if (!/^\d{1,6}(-\d{1,6})?(\.\d{1,6}(-\d{1,6})?)*$/.test(text)) return [];
  const numbers = new Set<number>();
  for (const range of text.split(".")) {
    const [first, last = first] = range.split("-").map(Number);
    for (let number = first; number <= last && numbers.size < MOST_PAIRS_COLUMNS; number++) {
      if (isAllowed("x", number)) numbers.add(number);
    }
  }
  return [...numbers].sort((a, b) => a - b);
}

/** Reads and writes the page's address; tests replace it. */
export interface AddressBar {
  read(): string;
  /** The table of the current history entry, if it has one. */
  table(): number | undefined;
  /** @param isStep whether the back button returns here     @param table a number that identifies the table */
  write(hash: string, isStep: boolean, table: number): void;
}

/** The address bar of the browser. */
export function browserAddress(): AddressBar {
  return {
    read: () => location.hash,
    table: () => history.state?.table,
    write(hash, isStep, table) {
      const address = `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`;
      const isSame = `${location.pathname}${location.search}${location.hash}` === address;
      if (isStep && !isSame) history.pushState({ table }, "", address);
      else history.replaceState({ table }, "", address);
    },
  };
}
