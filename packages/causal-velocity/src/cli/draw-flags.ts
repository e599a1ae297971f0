import { badUsage, wholeNumber } from "./arguments.js";
import { endingOf } from "./ending-of.js";

/** How pictures look, as flags of every command that draws one. */
export const DRAW_FLAGS = {
  theme: { type: "string" },
  width: { type: "string" },
} as const;

export interface DrawOptions {
  readonly theme?: "light" | "dark" | undefined;
  /** Pixels across; a PNG has two for each. */
  readonly width?: number | undefined;
}

/** Below, nothing can be read; above, a PNG would take gigabytes. */
const NARROWEST = 240;
const WIDEST = 5000;

/**
 * Those that were given, read.
 *
 * @param out the picture to be drawn, if one is     @throws InputError `wrong-option`
 */
export function drawOptions(
  values: { readonly theme?: string | undefined; readonly width?: string | undefined },
  out: string | undefined,
): DrawOptions {
  const { theme } = values;
  const idle = (["theme", "width"] as const).find((flag) => values[flag] !== undefined);
  if (idle && (out === undefined || endingOf(out) === ".json")) {
    throw badUsage(`--${idle}`, "without a picture", "--out with a file that ends in .svg or .png", "Leave it out.");
  }
  if (theme !== undefined && theme !== "light" && theme !== "dark") {
    throw badUsage("--theme", `"${theme}"`, "light or dark", "Leave it out for light.");
  }
  const width = wholeNumber("--width", values.width);
  if (width !== undefined && !(width >= NARROWEST && width <= WIDEST)) {
    throw badUsage(
      "--width",
      String(width),
      `pixels from ${NARROWEST} to ${WIDEST}`,
      "Leave it out for a usual width.",
    );
  }
  return { theme, width };
}
