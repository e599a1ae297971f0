import { serveTasks } from "@causal-velocity/threads/pool.js";
import { decidePair } from "./decide-pair.js";

// A worker thread of the benchmark, with its own routines.
serveTasks(decidePair);
