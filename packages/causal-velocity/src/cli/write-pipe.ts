import { constants, openSync, writeSync } from "node:fs";
import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** Milliseconds that a pipe may have no reader, or take no byte. */
const PATIENCE = 5_000;
const POLL_MILLISECONDS = 20;

/** Opens a pipe or a device for writing. @param place for messages     @throws InputError for a pipe that nobody reads */
export function openPipe(path: string, place: string): number {
  const { O_WRONLY, O_TRUNC, O_NONBLOCK } = constants;
  return patiently("ENXIO", place, "no program reads this pipe", () =>
    openSync(path, O_WRONLY | O_TRUNC | (O_NONBLOCK ?? 0)),
  );
}

/** Writes all bytes to an open file. @throws InputError for a pipe whose reader hangs; errors of the system */
export function writeAll(file: number, bytes: Uint8Array, place: string): void {
  for (let at = 0; at < bytes.length; ) {
    const from = at;
    at += patiently("EAGAIN", place, "the reader of this pipe takes no more bytes", () => writeSync(file, bytes, from));
  }
}

/** Tries again as long as the system answers with this code, but not forever. */
function patiently(code: string, place: string, value: string, action: () => number): number {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      return action();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== code) throw error;
      if (Date.now() > deadline) throw unread(place, `${value}, for ${PATIENCE / 1000} seconds`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MILLISECONDS);
    }
  }
}

function unread(place: string, value: string): InputError {
  return new InputError({
    code: "unwritable-file",
    place,
    value,
    expected: "a program that reads it",
    remedy: "Start that program first, or write a file.",
  });
}
