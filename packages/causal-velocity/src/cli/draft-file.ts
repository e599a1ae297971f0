import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { unwritableFile } from "./unwritable-file.js";

/** A file that is there in whole or not at all: it is written beside its place, and gets its name when it is finished. */
export interface DraftFile {
  /** Takes what comes next; it may be changed afterwards. @throws InputError `unwritable-file` */
  write(content: string | Uint8Array): void;
  /** @throws InputError `unwritable-file` */
  finish(): void;
  /** Leaves nothing behind, if it was not finished. */
  discard(): void;
}

/** Bytes that are written together. */
const PIECE = 1 << 16;

/** Begins a file. @throws InputError `unwritable-file` */
export function draftFile(path: string): DraftFile {
  const draft = `${path}.part`;
  const guarded = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw unwritableFile(path, "a file", error);
    }
  };
  let file: number | undefined = guarded(() => openSync(draft, "w"));
  let waiting: Uint8Array[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.concat(waiting);
    [waiting, length] = [[], 0];
    for (let at = 0; at < bytes.length; ) at += writeSync(file as number, bytes, at);
  };
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    write: (content) => {
      const bytes = Buffer.from(content);
      waiting.push(bytes);
      length += bytes.length;
      if (length >= PIECE) guarded(flush);
    },
    finish: () =>
      guarded(() => {
        flush();
        fsyncSync(file as number);
        close();
        renameSync(draft, path);
      }),
    discard: () => {
      close();
      rmSync(draft, { force: true });
    },
  };
}
