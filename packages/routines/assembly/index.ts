export { medianOfDistances } from "./median-distance";
export { mark, release, take } from "./memory";
export { trace } from "./pivoted-cholesky";
export { nodeScore0, nodeScore1, stein } from "./stein";
export { steinResidual } from "./stein-residual";
export { node0, node1, nodeCount, weight } from "./tiles";
