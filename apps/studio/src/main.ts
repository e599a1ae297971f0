import "virtual:theme.css";
import "./app.css";
import { version } from "@causal-velocity/core/version.js";
import { mount } from "svelte";
import App from "./App.svelte";
import { Pool, type WorkerLike } from "./engine/pool.js";
import { keepOffline } from "./keep-offline.svelte.js";
import { keepPlace } from "./keep-place.js";
import { browserAddress } from "./state/address.js";
import { servedTable } from "./state/opening.svelte.js";
import { Studio } from "./state/studio.svelte.js";
import { tour } from "./state/tour.svelte.js";

/** One worker for the verdict and its pictures, one for other questions about the pair. */
const READER_WORKERS = 2;
/** Each background worker has its own memory. With more than this, machines run out of memory before cores. */
const MOST_BACKGROUND_WORKERS = 16;
/** For browsers that do not report their number of cores. */
const USUAL_CORES = 4;

function startPool(): Pool {
  const spawn = () => new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module", name: "studio" });
  const background = Math.min(navigator.hardwareConcurrency || USUAL_CORES, MOST_BACKGROUND_WORKERS);
  return new Pool(spawn as () => WorkerLike, { reader: READER_WORKERS, background });
}

const studio = new Studio(startPool(), browserAddress(), version);
mount(App, { target: document.getElementById("app") as HTMLElement, props: { studio } });
keepPlace();
tour.begin();
void studio.begin();
if (import.meta.env.PROD) void keepOffline(studio);

const served = servedTable(location.search);
if (served) void studio.opening.openServed(served);
