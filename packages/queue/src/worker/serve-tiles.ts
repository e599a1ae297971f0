import type { MessagePort } from "node:worker_threads";
import type { MapOutcome } from "causal-velocity";
import type { TileWork } from "./decider.js";

/** What a thread says: that it is there, what became of a pair, that all pairs are done, or what was thrown. */
export type ThreadMessage =
  | { readonly ready: true }
  | { readonly outcome: MapOutcome }
  | { readonly done: true }
  | { readonly fault: string };

/** The thread's side: decides every tile it is sent. */
export function serveTiles(
  port: Pick<MessagePort, "on" | "postMessage">,
  decide: (work: TileWork, tell: (outcome: MapOutcome) => void) => void,
): void {
  const send = (message: ThreadMessage): void => port.postMessage(message);
  port.on("message", (work: TileWork) => {
    try {
      decide(work, (outcome) => send({ outcome }));
      send({ done: true });
    } catch (error) {
      send({ fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    }
  });
  send({ ready: true });
}
