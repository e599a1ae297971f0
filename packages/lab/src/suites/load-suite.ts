import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { basename, join, posix } from "node:path";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { decodeText, inFile } from "@causal-velocity/core/table/text-source.js";
import { entryNamed, type FileSource, folderSource, zipSource } from "./file-source.js";
import { readSuitePair, type SuiteEntry } from "./suite-files.js";
import { type SuiteDefinition, type SuiteFormat, suiteEntries, suites, TRUTH_FILES } from "./suites.js";

/** Where a suite's files are. */
interface SuiteLocation {
  readonly source: FileSource;
  /** Path of the file that lists the pairs. */
  readonly truthFile: string;
  readonly format: SuiteFormat;
}

/**
 * Finds a named suite below a folder of archives or unpacked folders, or in one archive.
 *
 * @param data undefined if the user gave no place     @throws InputError `missing-suite`, and those of `zipSource`
 */
function locateSuite(suite: SuiteDefinition, data: string | undefined): SuiteLocation {
  if (data === undefined) throw missing(suite, "no folder of data was named");
  if (!existsSync(data)) throw missing(suite, `"${data}" does not exist`);
  const truthFile = TRUTH_FILES[suite.format];
  for (const { container, inside } of suite.places) {
    for (const { source, prefix } of containersNamed(container, data)) {
      // Archives often wrap everything in a folder of their own name.
      for (const wrapper of ["", container]) {
        const found = source.find([prefix, wrapper, inside, truthFile].filter((part) => part !== "").join("/"));
        if (found !== undefined) return { source, truthFile: found, format: suite.format };
      }
    }
  }
  throw missing(suite, `not found in "${data}"`);
}

/** A suite in the user's own folder or archive, at its root or in a folder of the same name. */
function locateOwnSuite(path: string): SuiteLocation {
  const source = openPlace(path);
  for (const folder of ["", `${containerName(path)}/`]) {
    for (const format of ["pairmeta", "ground-truth"] as const) {
      const truthFile = source.find(folder + TRUTH_FILES[format]);
      if (truthFile !== undefined) return { source, truthFile, format };
    }
  }
  throw new InputError({
    code: "missing-suite",
    place: source.place,
    value: "no pairmeta.txt",
    expected: "pairmeta.txt with one line for each pair, next to the pairs",
    remedy: "causal-velocity simulate KIND --out DIR writes such a folder.",
  });
}

/** Whether a text is the path of the user's own suite rather than a suite's name. */
export function isOwnPlace(text: string): boolean {
  return /[/\\]/.test(text) || existsSync(text);
}

/** The name of a folder or archive, without its ending. */
export function containerName(path: string): string {
  return basename(path).replace(/\.zip$/i, "");
}

function openPlace(path: string): FileSource {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? folderSource(path) : zipSource(path);
}

/** The sources with a container's name: the place itself, a folder in it, an archive in it. */
function* containersNamed(container: string, data: string): Generator<{ source: FileSource; prefix: string }> {
  if (containerName(data).toLowerCase() === container.toLowerCase()) yield { source: openPlace(data), prefix: "" };
  if (!statSync(data).isDirectory()) {
    yield { source: openPlace(data), prefix: container };
    return;
  }
  for (const wanted of [container, `${container}.zip`]) {
    const name = entryNamed(data, wanted);
    if (name !== undefined) yield { source: openPlace(join(data, name)), prefix: "" };
  }
}

function missing({ name, places, format, published, pairFiles }: SuiteDefinition, value: string): InputError {
  const archives = [...new Set(places.map(({ container }) => container))];
  return new InputError({
    code: "missing-suite",
    place: `suite "${name}"`,
    value,
    expected: `${archives[0]}.zip, or a folder ${archives.join(" or ")} that leads to its ${TRUTH_FILES[format]} and, beside it, ${pairFiles}`,
    remedy:
      `It is not shipped with this package; its authors publish it: ${published}. ` +
      "Name the folder that holds the archives with --data PATH, or put them into the folder data inside the one that " +
      "the environment variable CAUSAL_VELOCITY_DATA names.",
  });
}

/** A suite whose list of pairs was read; each pair is read on demand. */
export interface LoadedSuite {
  readonly entries: readonly SuiteEntry[];
  /** Changes whenever the list or the size of a pair's file changes. */
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
