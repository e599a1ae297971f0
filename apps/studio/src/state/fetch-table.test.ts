import { once } from "node:events";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { expect, test } from "vitest";
import { fetchTable } from "./fetch-table.js";

/** Fetches a table from a server that answers so; undefined if there is none. */
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

test("the file that is served, byte for byte", async () => {
  const blob = await fetchFrom((response) => response.end("a,b\n1,2\n"));
  expect(await blob.text()).toBe("a,b\n1,2\n");
});

test.for([
  ["nobody who answers", undefined, /no answer/],
  ["another answer", (response: ServerResponse) => response.writeHead(404).end(), /not there: the answer is 404/],
  [
    "an answer that breaks off",
    (response: ServerResponse) => {
      response.writeHead(200, { "content-length": 100 }).write("a,b\n1,2\n", () => response.destroy());
    },
    /no answer/,
  ],
] as const)("%s is told with a way out", async ([, answer, value]) => {
  const error = await fetchFrom(answer).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  const { code, place, value: found, remedy } = error as InputError;
  expect([code, place]).toEqual(["unreadable-file", 'table "a.csv", named in the address of this page']);
  expect(found).toMatch(value);
  expect(remedy).toMatch(/causal-velocity studio .* or open the file here/);
});
