import "virtual:theme.css";
import "./app.css";
import { version } from "virtual:version";
import { mount } from "svelte";
import App from "./App.svelte";
import { startPool } from "./engine/start-pool.js";
import { browserAddress } from "./state/browser-address.js";
import { servedTable } from "./state/served-table.js";
import { Studio } from "./state/studio.svelte.js";

const studio = new Studio(startPool(), browserAddress(), version);
mount(App, { target: document.getElementById("app") as HTMLElement, props: { studio } });
void studio.begin();

const served = servedTable(location.search);
if (served) {
  const response = await fetch(served.address);
  if (response.ok) await studio.openFile(await response.blob(), served.name);
}
