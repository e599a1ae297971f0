import { decide } from "causal-velocity";
import { coldRun } from "./cold-run.js";

coldRun((pair) => decide(pair));
