import type { MapOutcome } from "causal-velocity";

/** Stands for a number that JSON does not have. */
const SPECIAL = "$number";
const SPECIAL_VALUES: Readonly<Record<string, number>> = { NaN, Infinity, "-Infinity": -Infinity, "-0": -0 };

/** An outcome as JSON that keeps every bit: NaN, infinities and the sign of zero too. */
export function outcomeText(outcome: MapOutcome): string {
  return JSON.stringify(outcome, (_, value: unknown) => {
    if (typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0))) return value;
    return { [SPECIAL]: Object.is(value, -0) ? "-0" : String(value) };
  });
}

/** @param text or what the database's driver made of it */
export function outcomeFrom(text: string): MapOutcome {
  return JSON.parse(text, (_, value: unknown) => {
    const special = typeof value === "object" && value !== null && SPECIAL in value ? value[SPECIAL] : undefined;
    return special === undefined ? value : SPECIAL_VALUES[String(special)];
  });
}
