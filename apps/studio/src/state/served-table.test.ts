import { expect, test } from "vitest";
import { servedTable } from "./served-table.js";

test("a table beside the page, whatever its name", () => {
  expect(servedTable("")).toBeUndefined();
  expect(servedTable("?table=")).toBeUndefined();
  expect(servedTable("?table=a%20b.csv")).toEqual({ name: "a b.csv", address: "./table/a%20b.csv" });
  const elsewhere = servedTable("?table=https%3A%2F%2Felsewhere.example%2F..%2Fx.csv");
  expect(elsewhere?.address).toBe("./table/https%3A%2F%2Felsewhere.example%2F..%2Fx.csv");
});
