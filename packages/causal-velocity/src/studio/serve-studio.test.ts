import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { listenOnFirst } from "./serve-studio.js";

const HOST = "127.0.0.1";
const servers: Server[] = [];

function server(): Server {
  const made = createServer();
  servers.push(made);
  return made;
}

/** A port that is taken until the test is over. */
async function takenPort(): Promise<number> {
  const holder = server();
  await once(holder.listen(0, HOST), "listening");
  return (holder.address() as AddressInfo).port;
}

afterEach(() => {
  for (const made of servers.splice(0)) made.close();
});

test("the first port that is free is taken, and those before it are left alone", async () => {
  const [taken, alsoTaken] = [await takenPort(), await takenPort()];
  const listening = server();
  const port = await listenOnFirst(listening, HOST, [taken, alsoTaken, 0]);
  expect([taken, alsoTaken]).not.toContain(port);
  expect((listening.address() as AddressInfo).port).toBe(port);
});

test("a free port is taken before those after it are tried", async () => {
  const free = await takenPort();
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await listenOnFirst(server(), HOST, [free, await takenPort()])).toBe(free);
});

test("if no port is free, or the cause is another one, the system's error is thrown", async () => {
  const taken = await takenPort();
  await expect(listenOnFirst(server(), HOST, [taken, taken])).rejects.toMatchObject({
    code: "EADDRINUSE",
    port: taken,
  });
  // An address for documents, which no machine has.
  await expect(listenOnFirst(server(), "192.0.2.1", [0, 0])).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});
