import { malformedTruth } from "./malformed-truth.js";
import type { SuiteEntry } from "./suite-entry.js";

/** The first column of the files holds row numbers. */
const COLUMNS = { x: 2, y: 3 };

/**
 * The pairs of a pairs_gt.txt: line K is 1 where the first variable of pair_K.txt is the cause, 0 where the second is.
 *
 * The headers of those files name parent and child: they are never read for the truth.
 * @param file name for messages     @throws InputError `malformed-truth`
 */
export function parseGroundTruth(text: string, file = "pairs_gt.txt"): SuiteEntry[] {
  const lines = text.trimEnd().split(/\r\n|\n|\r/);
  return lines.map((line, position) => {
    const mark = line.trim();
    if (mark !== "0" && mark !== "1") {
      throw malformedTruth(`${file}, line ${position + 1}`, `"${mark.slice(0, 60)}"`, "1 or 0");
    }
    const id = String(position + 1);
    return { id, position, file: `pair_${id}.txt`, columns: COLUMNS, truth: mark === "1" ? "x->y" : "y->x", weight: 1 };
  });
}
