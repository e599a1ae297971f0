import {
  DEFAULT_PLACE,
  isAllowed,
  LIMITS,
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
  return place;
}
