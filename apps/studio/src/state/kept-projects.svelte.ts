import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { type Fault, faultOf } from "../engine/messages.js";

/** A project that stays in this browser, as it is listed. */
export interface KeptProject {
  /** The SHA-256 of its table, or the name of its example: one project for each. */
  readonly id: string;
  readonly name: string;
  /** The verdict, if there was one. */
  readonly sentence?: string | undefined;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** What is stored: a project file with its table inside. */
interface StoredProject extends KeptProject {
  readonly blob: Blob;
}

const DATABASE = "causal-velocity-studio";
const STORE = "projects";

/** The projects that the reader asked to keep in this browser, the newest first. Nothing is kept unless asked for. */
export class KeptProjects {
  list: readonly KeptProject[] = $state.raw([]);
  /** Why the last request failed. */
  fault: Fault | undefined = $state.raw(undefined);

  /** Reads the list. It stays empty where the browser stores nothing: that is said to those who ask to keep something. */
  async load(): Promise<void> {
    await this.#run(() => undefined);
    this.fault = undefined;
  }

  /** Keeps a project file; an earlier one with the same id is replaced. */
  keep(project: Omit<StoredProject, "bytes" | "time">): Promise<void> {
    const stored: StoredProject = { ...project, bytes: project.blob.size, time: Date.now() };
    return this.#run((store) => store.put(stored));
  }

  /** The project file, or undefined if it was forgotten elsewhere. */
  async fileOf(id: string): Promise<Blob | undefined> {
    let found: StoredProject | undefined;
    await this.#run((store) => {
      const request: IDBRequest<StoredProject | undefined> = store.get(id);
      request.onsuccess = () => {
        found = request.result;
      };
    });
    return found?.blob;
  }

  forget(id: string): Promise<void> {
    return this.#run((store) => store.delete(id));
  }

  /** Makes one change and reads the list anew. */
  async #run(change: (store: IDBObjectStore) => unknown): Promise<void> {
    try {
      const database = await openDatabase();
      const transaction = database.transaction(STORE, "readwrite");
      const store = transaction.objectStore(STORE);
      change(store);
      const all: IDBRequest<StoredProject[]> = store.getAll();
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("the change was given up"));
      }).finally(() => database.close());
      this.list = all.result.map(({ blob: _, ...kept }) => kept).sort((a, b) => b.time - a.time);
      this.fault = undefined;
    } catch (error) {
      this.fault = faultOf(refusal(error));
    }
  }
}

function openDatabase(): Promise<IDBDatabase> {
  if (!("indexedDB" in globalThis)) throw new DOMException("this browser has no database", "NotSupportedError");
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("unknown"));
  });
}

/** Full disks, private windows and blocked storage are refusals of the browser, no faults of Studio. */
function refusal(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const isFull = error.name === "QuotaExceededError";
  return new InputError({
    code: "unreadable-file",
    place: "the storage of this browser",
    value: isFull ? "no room left for this site" : error.message || error.name,
    expected: "room for the project, and permission to store it",
    remedy: `Save the project as a file instead, or ${isFull ? "forget another project" : "allow this site to store data"}.`,
  });
}
