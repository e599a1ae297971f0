import type { MethodAbout, StudyOptions } from "../engine/messages.js";
import type { Settings } from "./settings.js";

/** Rows of each pair of a map, unless the reader wants otherwise: enough for most verdicts, a fraction of a second each. */
const MAP_ROWS = 5000;

/** The settings that the chosen method has, as options of `decide`. */
export function studyOptions(settings: Settings, methods: readonly MethodAbout[]): StudyOptions {
  const { method, seed, maxRows, trim, abstain } = settings;
  const about = methods.find(({ name }) => name === method);
  return {
    method,
    seed,
    ...(maxRows === undefined ? {} : { maxRows }),
    ...(trim === undefined || about?.hasTrim !== true ? {} : { trim }),
    ...(abstain === undefined || about?.hasAbstain !== true ? {} : { abstain }),
  };
}

/** The same for the pairs of a map: of fewer rows where nobody said how many. */
export function mapOptions(settings: Settings, methods: readonly MethodAbout[]): StudyOptions {
  const options = studyOptions(settings, methods);
  const about = methods.find(({ name }) => name === settings.method);
  return { ...options, maxRows: options.maxRows ?? Math.min(about?.comfortableRows ?? MAP_ROWS, MAP_ROWS) };
}
