import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { openDatabase } from "./database.js";

/** A message of PostgreSQL's protocol: a letter, the length, the content. */
function message(letter: string, content: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(content));
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content)]);
}
const LOGGED_IN = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", "I")]);
const ANSWER = Buffer.concat([message("C", "SELECT 0\0"), message("Z", "I")]);
const SHUTDOWN = message("E", "SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");

test("a connection that the server ends in the packet that opens it is an error of the statement alone", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    // The first connection serves one statement; all later ones come while the server shuts down.
    const isFirst = connections === 1;
    socket.on("error", () => {});
    socket.once("data", () => {
      if (!isFirst) return void socket.end(Buffer.concat([LOGGED_IN, SHUTDOWN]));
      socket.write(LOGGED_IN);
      socket.once("data", () => socket.end(Buffer.concat([ANSWER, SHUTDOWN])));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const database = await openDatabase({ url: `postgres://user:secret@127.0.0.1:${port}/base` }, 1);
  for (let i = 0; i < 3; i++) {
    await expect(database.query("select 1")).rejects.toMatchObject({ name: "DatabaseError" });
  }
  expect(connections).toBeGreaterThan(2);
  await database.close();
  server.close();
});
