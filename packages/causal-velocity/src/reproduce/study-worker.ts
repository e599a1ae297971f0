import { serveTasks } from "@causal-velocity/threads";
import { studyPair } from "./study-pair.js";

// A thread of the studies' pool, with routines of its own.
serveTasks(studyPair);
