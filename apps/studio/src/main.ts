import "virtual:theme.css";
import "./app.css";
import { version } from "virtual:version";
import { mount } from "svelte";
import App from "./App.svelte";
import { startPool } from "./engine/start-pool.js";
import { keepOffline } from "./keep-offline.js";
import { browserAddress } from "./state/browser-address.js";
import { firstVerdict } from "./state/first-verdict.svelte.js";
import { servedTable } from "./state/served-table.js";
import { Studio } from "./state/studio.svelte.js";

const studio = new Studio(startPool(), browserAddress(), version);
mount(App, { target: document.getElementById("app") as HTMLElement, props: { studio } });
void studio.begin();
// What is needed for the first verdict comes first; the rest may wait.
if (import.meta.env.PROD) void firstVerdict(studio).then(keepOffline);

const served = servedTable(location.search);
if (served) void studio.opening.openServed(served);
