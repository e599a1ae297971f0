import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Studio, served to this machine alone. */
export interface ServedStudio {
  /** Where to look, with the key to the table if one was given. With the key, the table can be read. */
  readonly address: string;
  readonly port: number;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
/** The page is often opened through a tunnel from another machine. Quality 5 takes milliseconds; 11 would take seconds. */
const CODINGS: readonly { readonly name: string; readonly compress: (content: Buffer) => Promise<Buffer> }[] = [
  {
    name: "br",
    compress: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: "gzip", compress: (content) => promisify(gzip)(content) },
];
const HOST = "127.0.0.1";
/** Names of the query: the table's name, the key of the printed address, and the folder that the page is sent on to. */
const QUERY = { table: "table", key: "key", folder: "folder" } as const;
const COOKIE = "studio";
/** Of each secret: 192 bits cannot be guessed. */
const SECRET_BYTES = 24;

/** What the page itself cannot ask for, or asks for itself alone and not for its workers (decision 0042). */
const HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
const PAGE = "index.html";

/** What is answered to requests that get no file. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: "The table is only for the browser that opened the address printed by causal-velocity studio. Open that address.",
  404: "There is no such file here.",
  405: "Only GET and HEAD are answered.",
};

/**
 * Serves the files of the app, and one table if one was given, to this machine. The files are those of the package, so
 * anybody here may read them. The table is its user's: other accounts of the machine reach the port too, and so do pages
 * of other sites through the browser (decision 0042). It is served
 *
 * - to requests of this very host name only;
 * - in a folder whose name is random, for requests with a cookie that browsers send to this folder alone;
 * - which they get for the key in the printed address. The page is then sent on, so that no key stays in the address bar.
 *
 * @param folder of the built app     @param ports the first that is free is taken; 0 is any
 */
export async function serveStudio(
  folder: string,
  ports: readonly number[],
  table: string | undefined,
): Promise<ServedStudio> {
  const policy = policyIn(await readFile(join(folder, PAGE), "utf8"));
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const port = await listenOnFirst(server, HOST, ports);
  const origin = `http://${HOST}:${port}`;
  const [key, cookie, random] = [secret(), secret(), secret()];
  const tableFolder = `/table/${random}/`;
  const named = `/?${QUERY.table}=${encodeURIComponent(basename(table ?? ""))}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    response.setHeader("content-security-policy", policy);
    if (`http://${request.headers.host}` !== origin) return refuse(response, 403);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
    // A URL's path holds no "..", so that the file lies in the folder.
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const given = searchParams.get(QUERY.key);
    if (pathname === "/" && given !== null) {
      if (table === undefined || !isEqual(given, key)) return refuse(response, 403);
      // HttpOnly: scripts cannot read it. Strict: not sent for pages of other sites. The path keeps it from other ports.
      response.setHeader("set-cookie", `${COOKIE}=${cookie}; HttpOnly; SameSite=Strict; Path=${tableFolder}`);
      response.setHeader("cache-control", "no-store");
      response.writeHead(303, { location: `${named}&${QUERY.folder}=${random}` }).end();
      return;
    }
    if (table !== undefined && pathname.startsWith("/table/")) {
      const isUsers = pathname.startsWith(tableFolder) && isEqual(cookieOf(request), cookie);
      return isUsers ? sendTable(response, table) : refuse(response, 403);
    }
    const path = pathname.endsWith("/") ? pathname + PAGE : pathname;
    const content = await readFile(join(folder, path)).catch(() => undefined);
    if (!content) return refuse(response, 404);
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    // Names of assets change with their content; all else is asked for anew, so that a newer app is seen at once.
    response.setHeader("cache-control", path.startsWith("/assets/") ? "max-age=31536000, immutable" : "no-cache");
    await sendFile(request, response, content);
  }

  return {
    address: table === undefined ? `${origin}/` : `${origin}${named}&${QUERY.key}=${key}`,
    port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Whether two texts are equal, in a time that does not depend on how much of them is. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The value of our cookie; empty if there is none. */
function cookieOf({ headers }: IncomingMessage): string {
  const parts = (headers.cookie ?? "").split(/; */).map((part) => part.split("="));
  return parts.find(([name]) => name === COOKIE)?.[1] ?? "";
}

/** The page's own policy, which as a header holds for its workers too, and that no page may frame it. */
function policyIn(page: string): string {
  const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page) ?? [];
  if (policy === undefined) throw new Error(`${PAGE} has no policy`);
  return `${policy}; frame-ancestors 'none'`;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": TYPES[".txt"], "cache-control": "no-store" });
  response.end(`${REFUSALS[status]}\n`);
}

/**
 * Sends a file of the app, compressed if the browser accepts it. These files are the same for everybody and repeat nothing
 * of the request, so that their compressed size reveals nothing; answers with a table or a secret are never compressed.
 */
async function sendFile(request: IncomingMessage, response: ServerResponse, content: Buffer): Promise<void> {
  const coding = CODINGS.find(({ name }) => isAccepted(name, request.headers["accept-encoding"]));
  response.setHeader("vary", "accept-encoding");
  if (coding) response.setHeader("content-encoding", coding.name);
  response.end(coding ? await coding.compress(content) : content);
}

/** Whether a coding is named with a weight above 0, as in "gzip, br;q=0.5". */
function isAccepted(name: string, header: string | string[] = ""): boolean {
  return String(header)
    .split(",")
    .map((part) => part.split(";").map((word) => word.trim().toLowerCase()))
    .some(([coding, weight = "q=1"]) => coding === name && Number(weight.slice("q=".length)) > 0);
}

async function sendTable(response: ServerResponse, table: string): Promise<void> {
  const { size } = await stat(table);
  response.setHeader("content-type", "application/octet-stream");
  response.setHeader("content-length", size);
  response.setHeader("cache-control", "no-store");
  createReadStream(table)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** In use, or kept by the system for others. */
const TAKEN: ReadonlySet<string | undefined> = new Set(["EADDRINUSE", "EACCES"]);

/**
 * Listens on the first of these ports that is not taken, and returns which that is.
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

/**
 * Where the command serves Studio by default: at the first of these ports, or the next that is free. The same
 * each time, as browsers keep a copy of Studio for every port that it was at.
 */
export const STUDIO_PORTS = { first: 8316, count: 10 } as const;
