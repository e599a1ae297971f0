import { fingerprint } from "./fingerprint.js";

process.stdout.write(fingerprint());
