import { serveTasks } from "@causal-velocity/batch";
import { decidePair } from "./decide-pair.js";

// A worker thread of the benchmark, with its own routines.
serveTasks(decidePair);
