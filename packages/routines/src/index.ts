export { wasmRoutines } from "./wasm-routines.js";
