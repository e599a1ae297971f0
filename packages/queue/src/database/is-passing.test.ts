import { expect, test } from "vitest";
import { DatabaseError } from "./database-error.js";
import { isPassing } from "./is-passing.js";

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

test("an error of ours never passes, whatever it says", () => {
  expect(isPassing(new Error("timeout"))).toBe(false);
});
