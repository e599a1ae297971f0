/** One finite number per row. Read-only by convention: functions that write say so in their name (`…Into`). */
export type Column = Float64Array;
