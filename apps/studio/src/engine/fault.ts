import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { Fault } from "./messages.js";

/** An error as plain data, which survives the way between threads. */
export function faultOf(error: unknown): Fault {
  if (error instanceof TaskFault) return error.fault;
  if (error instanceof InputError) {
    const { code, place, value, expected, remedy } = error;
    return { kind: "input", problem: { code, place, value, expected, remedy } };
  }
  return { kind: "internal", message: error instanceof Error ? error.message : String(error) };
}

/** What a task rejects with: a fault, thrown. */
export class TaskFault extends Error {
  override readonly name = "TaskFault";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.kind === "input" ? `${fault.problem.place}: ${fault.problem.value}` : fault.message);
    this.fault = fault;
  }
}
