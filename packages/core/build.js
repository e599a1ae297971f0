import { readFileSync, writeFileSync } from "node:fs";

// Inlines the trained weights as text, so that the published package is plain JavaScript.
const bytes = readFileSync("weights/learned.bin");
writeFileSync(
  "src/learned/weights-text.ts",
  `// Made by build.js from weights/learned.bin, ${bytes.length} bytes. Not to be edited.\nexport const weightsText: string =\n  "${bytes.toString("base64")}";\n`,
);
