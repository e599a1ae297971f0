import { appendFileSync, existsSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A worker that does as it is told: compute, throw, die or hang. It reads the sources as they are.
register();
const { serveTasks } = await import("../../packages/batch/src/index.ts");
const { InputError } = await import("../../packages/core/src/index.ts");

serveTasks(async ({ order, column }) => {
  if (workerData?.log) appendFileSync(workerData.log, `${order}\n`);
  if (order === "throw") throw new TypeError("as told");
  if (order === "refuse") {
    throw new InputError({ code: "constant-column", place: "here", value: "1", expected: "2", remedy: "Do." });
  }
  if (order === "exit") process.exit(3);
  if (order === "exit once" && !existsSync(workerData.mark)) {
    appendFileSync(workerData.mark, "");
    process.exit(3);
  }
  if (order === "uncaught") {
    setTimeout(() => {
      throw new RangeError("out of bounds");
    });
    await new Promise(() => {});
  }
  if (order === "spin") for (;;);
  if (order === "unsendable") return () => {};
  return column ? column.reduce((sum, value) => sum + value, 0) : `${order} done`;
});
