import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { InputError, type SuiteDefinition, type SuiteFormat, TRUTH_FILES } from "@causal-velocity/core";
import type { FileSource } from "../files/file-source.js";
import { entryNamed, folderSource } from "../files/folder-source.js";
import { zipSource } from "../files/zip-source.js";

/** Where a suite's files are. */
export interface SuiteLocation {
  readonly source: FileSource;
  /** Path of the file that lists the pairs. */
  readonly truthFile: string;
  readonly format: SuiteFormat;
}

/**
 * Finds a named suite below a folder of archives or unpacked folders, or in one archive.
 *
 * @param data undefined where the user named no place     @throws InputError `missing-suite`, and those of `zipSource`
 */
export function locateSuite(suite: SuiteDefinition, data: string | undefined): SuiteLocation {
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

/** A suite in a folder or archive of the user's own, at its root or in a folder of the same name. */
export function locateOwnSuite(path: string): SuiteLocation {
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
    expected: "pairmeta.txt with one line for each pair, beside the pairs",
    remedy: "causal-velocity simulate KIND --out DIR writes such a folder.",
  });
}

/** Whether the user means a place of their own rather than a suite by name. */
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

/** The sources that go by a container's name: the place itself, a folder in it, an archive in it. */
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

function missing({ name, places, format }: SuiteDefinition, value: string): InputError {
  const archives = [...new Set(places.map(({ container }) => container))];
  return new InputError({
    code: "missing-suite",
    place: `suite "${name}"`,
    value,
    expected: `${archives[0]}.zip, or a folder ${archives.join(" or ")} that leads to its ${TRUTH_FILES[format]}`,
    remedy:
      "Name the folder that holds the archives with --data PATH, or put them into the folder data inside the one that " +
      "the environment variable CAUSAL_VELOCITY_DATA names.",
  });
}
