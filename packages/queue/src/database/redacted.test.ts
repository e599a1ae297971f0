import fc from "fast-check";
import { expect, test } from "vitest";
import { redacted } from "./redacted.js";

test("no spelling of a password survives, whatever it is made of", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4, unit: "binary" }), (password) => {
      const wellFormed = Buffer.from(password).toString();
      const address = `postgres://user:${encodeURIComponent(wellFormed)}@host:5432/base?sslmode=require`;
      const text = redacted(`cannot reach ${address}: ${wellFormed} was refused`, [wellFormed]);
      const rest = text.replaceAll("***", "");
      if (!"cannot reach postgres://@host:5432/base?sslmode=require:  was refused".includes(wellFormed)) {
        expect(rest).not.toContain(wellFormed);
        expect(rest).not.toContain(encodeURIComponent(wellFormed));
      }
    }),
  );
});

test.each([
  ["postgres://user:p@ss:w/ord@host/base", "postgres://***@host/base"],
  ["postgresql://user:secret@host", "postgresql://***@host"],
  ["host=a password=secret user=b", "host=a password=*** user=b"],
  ["host=a password='se cret' user=b", "host=a password=*** user=b"],
  [
    "postgres://host/base?user=u&password=secret&sslmode=require",
    "postgres://host/base?user=u&password=***&sslmode=require",
  ],
  ["nothing secret here", "nothing secret here"],
])("without being told the password: %s", (text, expected) => {
  expect(redacted(text)).toBe(expected);
});
