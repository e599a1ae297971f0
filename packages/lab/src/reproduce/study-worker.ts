import { serveTasks } from "@causal-velocity/threads/pool.js";
import { studyPair } from "./study-page.js";

// A worker thread of the studies, with its own routines.
serveTasks(studyPair);
