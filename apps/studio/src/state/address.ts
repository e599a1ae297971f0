import { examples } from "../engine/examples.js";
import type { Link } from "../engine/messages.js";
import {
  DEFAULT_PLACE,
  isAllowed,
  LIMITS,
  MOST_GIVEN,
  MOST_GRAPH_COLUMNS,
  MOST_PAIRS_COLUMNS,
  type NumberSetting,
  PICTURES,
  type Picture,
  type Place,
  VIEWS,
  type View,
} from "./settings.js";

/** What is chosen in the playground. Values out of range are moved into it by the playground. */
const PLAY_NUMBERS = ["noise", "bend", "rows", "draw"] as const;
const NUMBERS = Object.keys(LIMITS) as NumberSetting[];
/** Names of methods and examples. */
const NAME = /^[a-z0-9-]{1,40}$/;

/** Lists of columns, what they are called in an address, and how long they can be. */
const COLUMN_LISTS = [
  ["columns", "columns", MOST_PAIRS_COLUMNS],
  ["graphColumns", "graph-columns", MOST_GRAPH_COLUMNS],
  ["given", "given", MOST_GIVEN],
] as const;
const LINK_LISTS = ["forbid", "require"] as const;
/** More arrows than this are not stated by hand. */
const MOST_LINKS = 500;

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
  for (const key of PLAY_NUMBERS) {
    const value = place.play?.[key];
    if (value !== undefined) parts.set(key, String(value));
  }
  if (place.guess) parts.set("guess", "open");
  if (place.unordered) parts.set("unordered", "true");
  for (const [key, part] of COLUMN_LISTS) {
    const numbers = place[key];
    if (numbers) parts.set(part, rangesOf(numbers));
  }
  for (const key of LINK_LISTS) {
    const links = place[key];
    if (links && links.length > 0) parts.set(key, links.map((link) => link.join("to")).join("."));
  }
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
  const numberIn = (key: string): number => {
    const text = parts.get(key);
    return text === null || text.trim() === "" ? Number.NaN : Number(text);
  };
  for (const key of NUMBERS) {
    const value = numberIn(key);
    if (isAllowed(key, value)) place[key] = value;
  }
  if (place.view === "play" && !examples.some(({ id }) => id === example)) place.view = DEFAULT_PLACE.view;
  const play = PLAY_NUMBERS.flatMap((key) => (Number.isFinite(numberIn(key)) ? [[key, numberIn(key)]] : []));
  if (place.view === "play" && play.length > 0) place.play = Object.fromEntries(play);
  if (parts.get("unordered") === "true") place.unordered = true;
  for (const [key, part, most] of COLUMN_LISTS) {
    const numbers = numbersOf(parts.get(part) ?? "", most);
    if (numbers.length > 0) place[key] = numbers;
  }
  for (const key of LINK_LISTS) {
    const links = linksOf(parts.get(key) ?? "");
    if (links.length > 0) place[key] = links;
  }
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
function numbersOf(text: string, most: number): number[] {
  if (!/^\d{1,6}(-\d{1,6})?(\.\d{1,6}(-\d{1,6})?)*$/.test(text)) return [];
  const numbers = new Set<number>();
  for (const range of text.split(".")) {
    const [first, last = first] = range.split("-").map(Number);
    for (let number = first; number <= last && numbers.size < most; number++) {
      if (isAllowed("x", number)) numbers.add(number);
    }
  }
  return [...numbers].sort((a, b) => a - b);
}

/** Arrows such as "1to3.2to5"; none if the text is invalid. */
function linksOf(text: string): Link[] {
  if (!/^\d{1,6}to\d{1,6}(\.\d{1,6}to\d{1,6})*$/.test(text)) return [];
  const links = text.split(".").map((arrow): Link => {
    const [from = 0, to = 0] = arrow.split("to").map(Number);
    return [from, to];
  });
  const isPossible = ([from, to]: Link) => from !== to && isAllowed("x", from) && isAllowed("x", to);
  return links.filter(isPossible).slice(0, MOST_LINKS);
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
