import { writeFileSync } from "node:fs";
import { exampleTable } from "../examples/example-table.js";
import { greenhouseTable } from "../examples/greenhouse-table.js";

// Writes the tables of the examples, the first of which `npm start` decides; tests check that the committed files are
// what this gives.
writeFileSync(new URL("../examples/dose-response.csv", import.meta.url), exampleTable());
writeFileSync(new URL("../examples/greenhouse.csv", import.meta.url), greenhouseTable());
