import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { describe, expect, test, vi } from "vitest";
import { csv, quiet, studioHere } from "../../../../tests/studio/studio-here.js";
import { fetchTable, servedTable } from "./opening.svelte.js";

describe("opening", () => {
  test("reading a file with another layout keeps the chosen columns; a file that fails clears the table", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.change({ x: 3, y: 2 });
    await studio.opening.openTable(csv, "t.csv", { header: false });
    expect(studio.choice).toEqual({ x: 3, y: 2 });
    expect(studio.table.preview.value?.rowCount).toBe(61);
    await studio.opening.openFile(new Blob([""]), "empty.csv");
    expect(studio.table.preview.value).toBeUndefined();
    expect(studio.table.preview.fault).toMatchObject({ problem: { code: "empty-table", place: 'file "empty.csv"' } });
    expect(studio.view).toBe("import");
  });

  test("an unreadable file, such as a folder, is reported", async () => {
    const { studio } = studioHere();
    const folder = new Blob(["x"]);
    const fail = () => Promise.reject(new Error("no file"));
    folder.slice = () => ({ text: fail, arrayBuffer: fail }) as unknown as Blob;
    await studio.opening.openFile(folder, "folder");
    expect(studio.view).toBe("import");
    expect(studio.table.preview.fault).toMatchObject({ problem: { code: "unreadable-file", place: 'file "folder"' } });
  });

  test("a served table that is missing is reported, and another file can be opened", async () => {
    const { studio } = studioHere("#view=pair&x=1&y=2");
    await studio.begin();
    // Node and browsers refuse port 9.
    await studio.opening.openServed({ name: "t.csv", address: "http://127.0.0.1:9/table/t.csv" });
    expect([studio.view, studio.opening.awaited]).toEqual(["import", undefined]);
    expect(studio.table.preview.fault).toMatchObject({ kind: "input", problem: { code: "unreadable-file" } });
    await studio.opening.openFile(csv, "t.csv");
    expect([studio.table.preview.fault, studio.table.preview.value?.rowCount]).toEqual([undefined, 60]);
  });

  test("while a file is read, the previous table is cleared, and questions asked in the meantime are about the new one", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const opened = studio.opening.openTable(csv, "t.csv");
    expect([studio.table.preview.value, studio.view]).toEqual([undefined, "import"]);
    await opened;
    studio.change({ x: 2, y: 3 });
    const again = studio.opening.openTable(csv, "t.csv", { header: false });
    expect(studio.table.preview.value?.rowCount).toBe(60);
    studio.go("pair");
    await again;
    await quiet(studio);
    expect(studio.pair.decided.value?.decision).toMatchObject({
      names: { x: "column 2", y: "column 3" },
      rows: { read: 61 },
    });
  });

  test("a project that includes its table reopens at the same view with the same margin", async () => {
    const { studio } = studioHere();
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    studio.change({ x: 3, y: 2, seed: 6 });
    studio.go("pair");
    await quiet(studio);
    const saved = await studio.projectFile(true);
    const { sentence, decision } = studio.pair.decided.value ?? {};
    const { margin, probability } = decision ?? {};
    expect(JSON.parse(saved).verdict).toEqual({ sentence, margin, probability });

    const { studio: other } = studioHere();
    await other.begin();
    await other.opening.openFile(new Blob([saved]), "t.project.json");
    await quiet(other);
    expect([other.view, other.table.file?.name, other.settings]).toEqual(["pair", "t.csv", { ...studio.settings }]);
    expect([other.project.isItsTable, other.projectVerdict?.isSame]).toEqual([true, true]);
    other.change({ seed: 7 });
    expect(other.projectVerdict).toBeUndefined();
    await other.opening.openFile(csv, "again.csv");
    expect(other.project.opened).toBeUndefined();
  });

  test("a project without its table waits for it, and detects another table by its SHA-256", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.go("pair");
    await quiet(studio);
    const saved = new Blob([await studio.projectFile(false)]);
    expect(await saved.text()).not.toContain("content");
    for (const [blob, isSame] of [
      [csv, true],
      [new Blob([await csv.text(), "k1,1,1\n"]), false],
    ] as const) {
      const { studio: other } = studioHere();
      await other.begin();
      await other.opening.openFile(saved, "t.project.json");
      expect([other.view, other.opening.awaited, other.project.opened?.table?.name]).toEqual([
        "start",
        "pair",
        "t.csv",
      ]);
      await other.opening.openFile(blob, "copy.csv");
      await quiet(other);
      expect([other.view, other.project.isItsTable]).toEqual(["pair", isSame]);
      expect(other.projectVerdict?.isSame).toBe(isSame ? true : undefined);
    }
  });

  test("a project stores the layout of its table, with or without the table inside", async () => {
    const { studio } = studioHere();
    await studio.opening.openTable(csv, "t.csv", { header: false, missing: ["k3"] });
    studio.go("pair");
    await quiet(studio);
    for (const isWhole of [true, false]) {
      const { studio: other } = studioHere();
      await other.opening.openFile(new Blob([await studio.projectFile(isWhole)]), "t.project.json");
      if (!isWhole) await other.opening.openFile(csv, "t.csv");
      await quiet(other);
      expect(other.table.format).toEqual({ header: false, missing: ["k3"] });
      expect([other.table.preview.value?.rowCount, other.projectVerdict?.isSame]).toEqual([61, true]);
    }
  });

  test("a project that waits for its table clears the verdict of the previous one", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.change({ x: 3, y: 2 });
    const saved = new Blob([await studio.projectFile(false)]);
    studio.change({ x: 2, y: 3 });
    studio.go("pair");
    await quiet(studio);
    await studio.opening.openFile(saved, "t.project.json");
    expect([studio.view, studio.pair.decided.value, studio.choice]).toEqual(["start", undefined, { x: 3, y: 2 }]);
  });

  test.each([
    ["a file", true],
    ["an example", false],
  ])("%s that is opened while the project's table is compared is not mistaken for that table", async (_, isFile) => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    const saved = new Blob([await studio.projectFile(false)]);
    const same = new Blob([await csv.text()]);
    let opened: Promise<void> | undefined;
    const { studio: other } = studioHere("", ({ question }) => {
      if (question !== "keepTable") return false;
      opened ??= isFile ? other.opening.openFile(same, "same.csv") : other.opening.openExample("additive");
      // A file ends the worker that compares the tables; an example waits for it.
      return isFile;
    });
    await other.opening.openFile(saved, "t.project.json");
    await other.opening.openFile(csv, "t.csv");
    await opened;
    expect([other.project.opened, other.project.isItsTable]).toEqual([undefined, undefined]);
    expect([other.table.file?.name, other.table.example]).toEqual(
      isFile ? ["same.csv", undefined] : [undefined, "additive"],
    );
  });

  test("of several files the first is opened and the others are named, until something else is opened", async () => {
    const { studio } = studioHere();
    const files = ["a.csv", "b.csv", "c.csv"].map((name) => new File([csv], name));
    studio.opening.openFiles(files);
    await quiet(studio);
    expect([studio.table.file?.name, studio.opening.ignored]).toEqual(["a.csv", ["b.csv", "c.csv"]]);
    studio.opening.openFiles([]);
    expect(studio.opening.ignored).toHaveLength(2);
    await studio.opening.openExample("additive");
    expect(studio.opening.ignored).toEqual([]);
  });

  test("a project of an example opens it, and a damaged project is reported", async () => {
    const { studio } = studioHere("#example=additive&seed=2");
    await studio.begin();
    await quiet(studio);
    const saved = await studio.projectFile(true);
    const { studio: other } = studioHere();
    await other.begin();
    await other.opening.openFile(new Blob([saved]), "p.json");
    await quiet(other);
    expect([other.table.example, other.settings.seed, other.projectVerdict?.isSame]).toEqual(["additive", 2, true]);
    await other.opening.openFile(new Blob([saved.slice(0, 150)]), "cut.json");
    expect(other.view).toBe("import");
    expect(other.table.preview.fault).toMatchObject({
      problem: { code: "malformed-file", place: 'project "cut.json"' },
    });
  });

  test("an example that is opened while a project opens wins, at every stage of the project", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    const saved = await studio.projectFile(true);
    for (const stage of ["recognized", "read", "unpacked"]) {
      let opened: Promise<void> | undefined;
      const interrupt = () => {
        opened ??= other.opening.openExample("additive");
      };
      const { studio: other } = studioHere("", ({ question }) => {
        if (question === "unpackTable") interrupt();
        return false;
      });
      const blob = new Blob([saved]);
      const { slice, text } = blob;
      blob.slice = (...range) => {
        if (stage === "recognized") interrupt();
        return slice.apply(blob, range);
      };
      blob.text = () => {
        if (stage === "read") interrupt();
        return text.apply(blob);
      };
      await other.opening.openFile(blob, "t.project.json");
      await opened;
      await quiet(other);
      expect([stage, other.table.example, other.view]).toEqual([stage, "additive", "pair"]);
      expect([other.table.preview.fault, other.project.opened]).toEqual([undefined, undefined]);
    }
  });

  test("of two files the last one wins, also if the first is served and arrives late", async () => {
    const { studio } = studioHere();
    const slow = new Blob([await csv.text()]);
    let arrive = (_: unknown): void => {};
    const late = () =>
      new Promise<never>((resolve) => {
        arrive = resolve as typeof arrive;
      });
    slow.slice = () => ({ text: late }) as unknown as Blob;
    const first = studio.opening.openFile(slow, "slow.csv");
    await studio.opening.openFile(csv, "last.csv");
    arrive("kind");
    await first;
    expect(studio.table.file?.name).toBe("last.csv");
    vi.stubGlobal("fetch", late);
    const served = studio.opening.openServed({ name: "served.csv", address: "./table/served.csv" });
    await studio.opening.openFile(csv, "later.csv");
    arrive(new Response(csv));
    await served;
    vi.unstubAllGlobals();
    expect([studio.table.file?.name, studio.table.preview.fault]).toEqual(["later.csv", undefined]);
  });
});

test("a served table is always in the page's own folder, whatever its name", () => {
  expect(servedTable("")).toBeUndefined();
  expect(servedTable("?table=")).toBeUndefined();
  expect(servedTable("?table=a%20b.csv")).toEqual({ name: "a b.csv", address: "./table/a%20b.csv" });
  const elsewhere = servedTable("?table=https%3A%2F%2Felsewhere.example%2F..%2Fx.csv");
  expect(elsewhere?.address).toBe("./table/https%3A%2F%2Felsewhere.example%2F..%2Fx.csv");
  expect(servedTable("?table=a.csv&folder=k_9-Z")?.address).toBe("./table/k_9-Z/a.csv");
  expect(servedTable("?table=a.csv&folder=..")?.address).toBe("./table/a.csv");
});

/** Fetches a table from a server with this answer; undefined for no server. */
async function fetchFrom(answer: ((response: ServerResponse) => void) | undefined): Promise<Blob> {
  const server = createServer((_, response) => answer?.(response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/table/a.csv`;
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  if (!answer) end();
  return fetchTable({ name: "a.csv", address }).finally(end);
}

test("a served file is fetched byte for byte", async () => {
  const blob = await fetchFrom((response) => response.end("a,b\n1,2\n"));
  expect(await blob.text()).toBe("a,b\n1,2\n");
});

test.for([
  ["no answer", undefined, /no answer/],
  ["an error status", (response: ServerResponse) => response.writeHead(404).end(), /not found: the answer is 404/],
  ["a refusal", (response: ServerResponse) => response.writeHead(403).end(), /refused: the answer is 403/],
  [
    "an answer that breaks off",
    (response: ServerResponse) => {
      response.writeHead(200, { "content-length": 100 }).write("a,b\n1,2\n", () => response.destroy());
    },
    /no answer/,
  ],
] as const)("%s is reported with a remedy", async ([, answer, value]) => {
  const error = await fetchFrom(answer).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  const { code, place, value: found, remedy } = error as InputError;
  expect([code, place]).toEqual(["unreadable-file", 'table "a.csv", named in the address of this page']);
  expect(found).toMatch(value);
  expect(remedy).toMatch(/causal-velocity studio .* or open the file here/);
});
