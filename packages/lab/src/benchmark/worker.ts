import { serveTasks } from "@causal-velocity/threads/pool.js";
import { decidePair } from "./decide-pair.js";

// A thread of the benchmark's pool, with routines of its own.
serveTasks(decidePair);
