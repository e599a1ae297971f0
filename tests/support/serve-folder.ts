import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/**
 * Serves the files of a folder to this machine, on a free port, for as long as `use` takes, or until it calls `stop`:
 * from then on no request is answered.
 */
export async function withFolderServed<T>(
  folder: string,
  use: (origin: string, stop: () => void) => Promise<T>,
): Promise<T> {
  const server = createServer(async (request, response) => {
    // A URL's path holds no "..", so that the file lies in the folder.
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const content = await readFile(join(folder, pathname)).catch(() => undefined);
    if (content) response.setHeader("content-type", TYPES[extname(pathname)] ?? "application/octet-stream");
    else response.statusCode = 404;
    response.end(content);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop);
  } finally {
    stop();
  }
}
