import fc from "fast-check";
import { expect, test } from "vitest";
import { DatabaseError, isPassing, redacted } from "./database-error.js";

test.each<[string, string | undefined, boolean]>([
  ["terminating connection due to administrator command", "57P01", true],
  ["the database system is starting up", "57P03", true],
  ["deadlock detected", "40P01", true],
  ["connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED", true],
  ["Connection terminated unexpectedly", undefined, true],
  ["Query read timeout", undefined, true],
  ["password authentication failed", "28P01", false],
  ["relation does not exist", "42P01", false],
  ["The server does not support SSL connections", undefined, false],
])("%s (%s): %s", (message, code, expected) => {
  expect(isPassing(new DatabaseError(message, code))).toBe(expected);
});

test("any other error does not pass, whatever its message", () => {
  expect(isPassing(new Error("timeout"))).toBe(false);
});

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
])("without knowing the password: %s", (text, expected) => {
  expect(redacted(text)).toBe(expected);
});
