import { serveTasks } from "@causal-velocity/threads/pool.js";
import { studyPair } from "./study-page.js";

// A thread of the studies' pool, with routines of its own.
serveTasks(studyPair);
