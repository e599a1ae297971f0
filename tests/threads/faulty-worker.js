import { appendFileSync, existsSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A thread that does what its task says: compute, throw, die or hang. It loads the TypeScript sources.
register();
const { serveTasks } = await import("../../packages/threads/src/pool.js");

serveTasks(async ({ order, column }) => {
  if (workerData?.log) appendFileSync(workerData.log, `${order}\n`);
  if (order === "throw") throw new TypeError("on purpose");
  if (order === "refuse") {
    const { InputError } = await import("../../packages/core/src/primitives/errors.js");
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
