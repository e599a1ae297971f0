import { createHash } from "node:crypto";
import { posix } from "node:path";
import {
  decodeText,
  InputError,
  inFile,
  type Pair,
  readSuitePair,
  type SuiteEntry,
  suiteEntries,
  suites,
} from "@causal-velocity/core";
import type { FileSource } from "../files/file-source.js";
import { isOwnPlace, locateOwnSuite, locateSuite, type SuiteLocation } from "./locate-suite.js";

/** A suite whose list of pairs was read; the pairs are read when asked for. */
export interface LoadedSuite {
  readonly entries: readonly SuiteEntry[];
  /** Changes whenever the list or the size of a pair's file does. */
  readonly fingerprint: string;
  /** @throws InputError naming the file */
  readPair(entry: SuiteEntry): Pair;
}

/**
 * A suite by its name, or from a folder or archive.
 *
 * @throws InputError `wrong-option` for an unknown name, `missing-suite`, `malformed-truth`, and those of archives
 */
export function loadSuite(name: string, data: string | undefined): LoadedSuite {
  const definition = suites.find((suite) => suite.name === name);
  if (definition) return load(locateSuite(definition, data), definition.excluded);
  if (isOwnPlace(name)) return load(locateOwnSuite(name), []);
  throw new InputError({
    code: "wrong-option",
    place: "SUITE",
    value: `"${name}"`,
    expected: `${suites.map((suite) => suite.name).join(", ")}, or the path of a folder or zip archive`,
    remedy: "A folder here is written with a slash, such as ./pairs.",
  });
}

function load(
  { source, truthFile, format }: SuiteLocation,
  excluded: Parameters<typeof suiteEntries>[1]["excluded"],
): LoadedSuite {
  const folder = posix.dirname(truthFile);
  const text = textOf(source, truthFile);
  const entries = inFile(source.place, () => suiteEntries(text, { format, excluded }));
  const pathOf = (entry: SuiteEntry) => source.find(posix.join(folder, entry.file));
  const hash = createHash("sha256").update(text);
  for (const entry of entries) {
    const path = entry.excluded === undefined ? pathOf(entry) : undefined;
    hash.update(`${entry.id} ${path === undefined ? "none" : source.size(path)}\n`);
  }
  return {
    entries,
    fingerprint: hash.digest("hex"),
    readPair: (entry) => {
      const path = pathOf(entry) ?? posix.join(folder, entry.file);
      return inFile(source.place, () => readSuitePair(textOf(source, path), entry));
    },
  };
}

function textOf(source: FileSource, path: string): string {
  return decodeText(source.read(path), `${source.place}, "${path}"`, TextDecoder).text;
}
