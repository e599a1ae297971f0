import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { type FileSource, folderSource, zipSource } from "../../packages/lab/src/suites/file-source.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const FILES: Readonly<Record<string, string>> = {
  "pairmeta.txt": "0001 1 1 2 2 1\n",
  "SIM-c/pairmeta.txt": "0002 2 2 1 1 1\n",
  "SIM-c/deep/empty.txt": "",
};

function asFolder(): FileSource {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folderSource(folder);
}

function asArchive(): FileSource {
  const archive = join(temporaryFolder(), "a.zip");
  const bytes = Object.entries(FILES).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  writeFileSync(archive, zipSync(Object.fromEntries(bytes)));
  return zipSource(archive);
}

describe.each([
  ["folder", asFolder],
  ["zip", asArchive],
])("a file source: %s", (_, make) => {
  const source = make();

  test("finds, measures and reads every file", () => {
    for (const [name, text] of Object.entries(FILES)) {
      expect(source.find(name)).toBe(name);
      expect(source.size(name)).toBe(text.length);
      expect(new TextDecoder().decode(source.read(name))).toBe(text);
    }
  });

  test("finds files regardless of case, and returns their exact spelling", () => {
    expect(source.find("sim-C/PAIRMETA.TXT")).toBe("SIM-c/pairmeta.txt");
  });

  test("finds neither folders nor missing files", () => {
    for (const path of ["SIM-c", "SIM-c/", "none.txt", "SIM-c/none.txt", "pairmeta.txt/x"]) {
      expect(source.find(path)).toBeUndefined();
    }
  });

  test("a file that cannot be read is an InputError that names it", () => {
    for (const act of [source.read, source.size]) {
      expect(() => act("none.txt")).toThrow(InputError);
      expect(() => act("none.txt")).toThrow(/none\.txt.*no such file/);
    }
  });
});
