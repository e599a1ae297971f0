import { serveTasks } from "@causal-velocity/threads/pool.js";
import { findGraphs } from "./find-graphs.js";

// A worker thread of the benchmark of graphs, with its own routines.
serveTasks(findGraphs);
