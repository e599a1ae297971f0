import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** In use, or kept by the system for others. */
const TAKEN: ReadonlySet<string | undefined> = new Set(["EADDRINUSE", "EACCES"]);

/**
 * Listens on the first of these ports that is not taken, and tells which that is.
 *
 * @param ports 0 stands for any that is free     @throws the system's error about the last one
 */
export async function listenOnFirst(server: Server, host: string, ports: readonly number[]): Promise<number> {
  for (const [i, port] of ports.entries()) {
    try {
      await once(server.listen(port, host), "listening");
      break;
    } catch (error) {
      if (i === ports.length - 1 || !TAKEN.has((error as NodeJS.ErrnoException).code)) throw error;
    }
  }
  return (server.address() as AddressInfo).port;
}
