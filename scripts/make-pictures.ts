import { mkdirSync, writeFileSync } from "node:fs";
import { readmePictures } from "./readme-pictures.js";

// Writes the pictures of the README; a test checks that the committed files are what this gives.
// usage: npm run make -- pictures
const folder = new URL("../docs/pictures/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, svg] of Object.entries(readmePictures())) writeFileSync(new URL(name, folder), svg);
