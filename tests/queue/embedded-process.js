import { startEmbedded } from "@causal-velocity/queue";

// A process that starts a server, tells where it is, and goes as it is told: "end", or not at all, to be killed.
const [folder, how] = process.argv.slice(2);
const server = await startEmbedded(folder === "" ? undefined : folder);
process.stdout.write(`${JSON.stringify({ pid: server.pid, port: server.port, folder: server.folder })}\n`);
if (how !== "end") setInterval(() => {}, 1000);
