import { bestRoutines, pairScores, stein } from "causal-velocity";
import { benchPair, cpuMilliseconds } from "./measure.js";

// One cold run in a process of its own: CPU milliseconds, and memory above what the pair and the bare process take.
const rows = Number(process.argv[2]);
const pair = benchPair(rows);
bestRoutines();
const before = process.memoryUsage().rss;
const cpu = cpuMilliseconds(() => pairScores(pair, stein({ routines: bestRoutines() })));
const peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ rows, cpu, megabytes: Math.max(0, peak - before) / 1e6 }));
