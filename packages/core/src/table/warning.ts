/** Something a user should know before believing the answer. Codes are added to, never renamed. */
export type WarningCode =
  | "few-rows"
  | "many-ties"
  | "integer-valued"
  | "heavy-tails"
  | "text-cells"
  | "numeric-header"
  | "ambiguous-decimal"
  | "encoding"
  | "rounded-integers"
  | "subsampled"
  | "dependent-terms"
  | "too-few-levels"
  | "too-few-curves"
  | "lost-curves"
  | "extreme-rows"
  | "outside-support"
  | "poor-fit";

/** A doubt about the data, with a code for programs and a sentence for people. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}
