import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { grouped, InputError } from "@causal-velocity/core/primitives/errors.js";
import { pieceDecoder } from "@causal-velocity/core/table/text-source.js";
import type { TableBytes } from "@causal-velocity/readers/table-bytes.js";

/** Bytes that are read at once. A megabyte would be no faster, and its texts would stay in memory for longer. */
const PIECE = 1 << 16;

/** What messages call a file, or "-" for standard input. */
export function inputPlace(file: string): string {
  return file === "-" ? "standard input" : `file "${file}"`;
}

/**
 * The bytes of a file, a pipe or, for "-", standard input, in pieces; a piece is valid until the next one is asked for.
 * Devices are refused: they have no end.
 *
 * @param wait seconds without a byte after which a pipe is given up
 * @throws InputError `unreadable-file`
 */
export async function* inputPieces(file: string, wait: number): AsyncGenerator<Uint8Array> {
  try {
    if (file === "-") {
      yield* streamPieces(process.stdin, file, wait);
      return;
    }
    const status = statSync(file);
    if (status.isFIFO()) yield* pipePieces(file, wait);
    else if (status.isFile()) yield* filePieces(file);
    else throw unreadable(file, status.isDirectory() ? "a folder, not a file" : "a device, not a file");
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = String((error as NodeJS.ErrnoException).code);
    throw unreadable(file, REASONS[code] ?? `cannot be read (${code})`);
  }
}

/** The bytes of a file, a pipe or, for "-", standard input, for a reader of tables. @param wait as for `inputPieces` */
export function inputBytes(file: string, wait: number): TableBytes {
  const pieces = () => inputPieces(file, wait);
  const status = file === "-" ? undefined : statSync(file, { throwIfNoEntry: false });
  if (!status?.isFile()) return { pieces };
  return { pieces, size: status.size, slice: async (from, to) => fileSlice(file, from, to) };
}

function fileSlice(file: string, from: number, to: number): Uint8Array {
  const opened = openSync(file, "r");
  try {
    const bytes = new Uint8Array(to - from);
    return bytes.subarray(0, readSync(opened, bytes, 0, bytes.length, from));
  } finally {
    closeSync(opened);
  }
}

/** Whether another program or a file is connected to standard input. */
export function isPiped(): boolean {
  try {
    const status = fstatSync(STANDARD_INPUT);
    return status.isFIFO() || status.isFile() || status.isSocket();
  } catch {
    // It is closed.
    return false;
  }
}
const STANDARD_INPUT = 0;

/**
 * All text of a file, a pipe or, for "-", standard input, which is no table.
 *
 * @param wait as for `inputPieces`     @param most bytes     @throws InputError `unreadable-file`, `limit-exceeded`
 */
export async function inputText(file: string, wait: number, most: number): Promise<string> {
  const decoder = pieceDecoder(inputPlace(file), TextDecoder, Infinity);
  const parts: string[] = [];
  let bytes = 0;
  for await (const piece of inputPieces(file, wait)) {
    bytes += piece.length;
    if (bytes > most) throw tooLong(file, most);
    parts.push(decoder.decode(piece));
  }
  return parts.join("") + decoder.end();
}

function* filePieces(file: string): Generator<Uint8Array> {
  const opened = openSync(file, "r");
  try {
    const piece = new Uint8Array(PIECE);
    for (let length = readSync(opened, piece); length > 0; length = readSync(opened, piece)) {
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(opened);
  }
}

/** @param before bytes that were read already */
async function* streamPieces(stream: Readable, file: string, wait: number, before = 0): AsyncGenerator<Uint8Array> {
  // A person at a terminal may take any time.
  if (stream instanceof Socket && !(stream as Socket & { isTTY?: boolean }).isTTY) {
    stream.setTimeout(1000 * wait, () => stream.destroy(silent(file, wait, before + stream.bytesRead)));
  }
  for await (const piece of stream) yield piece as Uint8Array;
}

/** Pipes of the shell, as in `decide <(program)`: the program that writes to them runs already. */
const SHELL_PIPE = /^\/(?:dev\/(?:fd\/|stdin$)|proc\/)/;
const POLL_MILLISECONDS = 20;

/** A named pipe: opening it in the usual way would never return if nobody writes to it. */
async function* pipePieces(file: string, wait: number): AsyncGenerator<Uint8Array> {
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  let socket: Socket | undefined;
  try {
    const piece = new Uint8Array(PIECE);
    const deadline = Date.now() + 1000 * wait;
    let length = readNow(opened, piece);
    while (length === 0 && !SHELL_PIPE.test(file)) {
      if (Date.now() > deadline) throw silent(file, wait, 0);
      await sleep(POLL_MILLISECONDS);
      length = readNow(opened, piece);
    }
    if (length === 0) return;
    if (length !== NOTHING_YET) yield piece.subarray(0, length);
    socket = new Socket({ fd: opened, readable: true, writable: false });
    yield* streamPieces(socket, file, wait, Math.max(length, 0));
  } finally {
    if (socket) socket.destroy();
    else closeSync(opened);
  }
}

const NOTHING_YET = -1;

/** Bytes read from a pipe: 0 if nobody has it open for writing, -1 if somebody has and wrote nothing yet. */
function readNow(opened: number, piece: Uint8Array): number {
  try {
    return readSync(opened, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return NOTHING_YET;
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
};

function unreadable(file: string, value: string): InputError {
  return new InputError({
    code: "unreadable-file",
    place: inputPlace(file),
    value,
    expected: "a readable text file or pipe",
    remedy: "Check the path; names with blanks need quotes; - reads standard input.",
  });
}

function tooLong(file: string, most: number): InputError {
  return new InputError({
    code: "limit-exceeded",
    place: inputPlace(file),
    value: `more than ${grouped(most)} bytes`,
    expected: "a shorter file",
    remedy: "Check the path: none of this kind is so long.",
  });
}

/** @param bytes that came before */
function silent(file: string, wait: number, bytes: number): InputError {
  const within = `within ${wait} ${wait === 1 ? "second" : "seconds"}`;
  const remedy = bytes > 0 ? "See whether that program still works" : "Start that program first";
  return new InputError({
    code: "unreadable-file",
    place: inputPlace(file),
    value: bytes > 0 ? `no more ${within}, after ${grouped(bytes)} bytes` : `not a byte ${within}`,
    expected: bytes > 0 ? "a program that writes to it, and ends" : "a program that writes to it",
    remedy: `${remedy}, or wait longer with --limit wait=${10 * wait}.`,
  });
}
