/** What the page shows. */
export type View = "start" | "import" | "map" | "pair";
export const VIEWS: readonly View[] = ["start", "import", "map", "pair"];

/** Which picture of both directions is shown. */
export type Picture = "velocity" | "curves" | "noise" | "residual";
export const PICTURES: readonly Picture[] = ["velocity", "curves", "noise", "residual"];

/** What readers choose and may take back. Absent: what the method has for a default. */
export interface Settings {
  readonly method: string;
  readonly seed: number;
  readonly trim?: number;
  readonly maxRows?: number;
  readonly abstain?: number;
  /** Numbers of columns, from 1; never their names, which may tell more than a link should. */
  readonly x?: number;
  readonly y?: number;
  /** Numbers of the columns on the map, in ascending order; absent: the first of those with numbers. */
  readonly columns?: readonly number[];
}

/** Settings and where one is: all that an address holds. Data never are in it. */
export interface Place extends Settings {
  readonly view: View;
  readonly picture: Picture;
  readonly example?: string;
}

/** A place's settings, without where one is. */
export function settingsOf({ view: _, picture: __, example: ___, ...settings }: Place): Settings {
  return settings;
}

export const DEFAULT_SETTINGS: Settings = { method: "default", seed: 0 };
export const DEFAULT_PLACE: Place = { ...DEFAULT_SETTINGS, view: "start", picture: "curves" };

/** What each number may be; whatever is not is not taken. */
export const LIMITS = {
  seed: { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true },
  trim: { least: 0, most: 0.5, whole: false },
  maxRows: { least: 20, most: 10_000_000, whole: true },
  abstain: { least: 0.5, most: 0.99, whole: false },
  x: { least: 1, most: 100_000, whole: true },
  y: { least: 1, most: 100_000, whole: true },
} as const;

export type NumberSetting = keyof typeof LIMITS;

/** More columns than this make a map that nobody can read, and more than five thousand pairs. */
export const MOST_MAP_COLUMNS = 100;

/** Whether a setting may have this value. */
export function isAllowed(name: NumberSetting, value: number): boolean {
  const { least, most, whole } = LIMITS[name];
  return value >= least && value <= most && (!whole || Number.isSafeInteger(value));
}
