import fc from "fast-check";
import { expect, test } from "vitest";
import { DatabaseError, isPassing, redacted, untilAnswered, unusableDatabase } from "./database-error.js";

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

test.each([
  ["connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED", /server running/],
  ["password authentication failed", "28P01", /Check user, password/],
  ['database "x" does not exist', "3D000", /Check user, password/],
  ["permission denied for database", "42501", /permissions/],
  ["self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT", /TLS options/],
  ["The server does not support SSL connections", undefined, /TLS options/],
  [
    'duplicate key value violates unique constraint "pg_namespace_nspname_index"',
    "23505",
    /run the same command again/,
  ],
  ['type "job_state" already exists', "42710", /run the same command again/],
  ["tuple concurrently updated", "XX000", /run the same command again/],
  ["cannot execute CREATE SCHEMA in a read-only transaction", "25006", /server refused a statement/],
])("what to do about: %s (%s)", (message, code, remedy) => {
  const error = unusableDatabase(new DatabaseError(message, code));
  expect(error).toMatchObject({ code: "unusable-database", value: message, remedy: expect.stringMatching(remedy) });
});

test("a database that does not answer is tried until it does, or until the deadline", async () => {
  const gone = new DatabaseError("connect ECONNREFUSED", "ECONNREFUSED");
  const waits: Error[] = [];
  const onWait = (error: Error): void => {
    waits.push(error);
  };
  let failures = 2;
  const answer = async (): Promise<string> => {
    if (failures-- > 0) throw gone;
    return "answer";
  };
  expect(await untilAnswered(answer, { deadline: () => Infinity, onWait })).toBe("answer");
  expect(waits).toEqual([gone]);
  failures = 2;
  await expect(untilAnswered(answer, { deadline: () => performance.now(), onWait })).rejects.toBe(gone);
  expect([failures, waits.length]).toEqual([1, 1]);
  const refused = new DatabaseError("password authentication failed", "28P01");
  await expect(untilAnswered(() => Promise.reject(refused), { deadline: () => Infinity, onWait })).rejects.toBe(
    refused,
  );
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
