import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.js";
import { queueAddress } from "./queue-address.js";

const URL_TEXT = "postgres://u:s3cret@host:5432/base?sslmode=verify-full&sslrootcert=/ca.pem";
const file = (content: string): string => {
  const path = join(temporaryFolder(), "address");
  writeFileSync(path, content);
  return path;
};

test("what is given goes before the variable, the variable before PG*; TLS options stay", () => {
  const environment = { CAUSAL_VELOCITY_QUEUE: "postgresql://other/base", PGHOST: "third" };
  expect(queueAddress(URL_TEXT, environment)).toEqual({ url: URL_TEXT });
  expect(queueAddress(undefined, environment)).toEqual({ url: "postgresql://other/base" });
  expect(queueAddress(undefined, { CAUSAL_VELOCITY_QUEUE: " ", PGHOST: "third" })).toEqual({});
});

test("a file holds the address in its first line, given or in the variable", () => {
  const path = file(`${URL_TEXT}\r\nnot this\n`);
  expect(queueAddress(`@${path}`, {})).toEqual({ url: URL_TEXT });
  expect(queueAddress(undefined, { CAUSAL_VELOCITY_QUEUE: `@${path}` })).toEqual({ url: URL_TEXT });
});

test.each<[string, string | undefined, RegExp]>([
  ["nothing", undefined, /none; expected postgres:/],
  ["another kind of address", "mysql://u:s3cret@host/base", /does not begin with postgres/],
  ["an address that cannot be read", "postgres://u:s3cret@[/base", /cannot be read/],
  ["a file that is not there", "@/no/such/file", /"\/no\/such\/file" cannot be read \(ENOENT\)/],
  ["a file with something else", `@${file("s3cret")}`, /does not begin with postgres/],
])("%s is an error without the address", (_, given, message) => {
  const attempt = () => queueAddress(given, {});
  expect(attempt).toThrow(expect.objectContaining({ code: "wrong-option", message: expect.stringMatching(message) }));
  expect(attempt).not.toThrow(/s3cret/);
});
