import { fingerprint } from "./fingerprint.js";

postMessage(fingerprint());
