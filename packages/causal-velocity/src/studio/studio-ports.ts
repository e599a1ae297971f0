/**
 * Where the command serves Studio unless told otherwise: at the first of these ports, or the next that is free. The same
 * each time, as browsers keep a copy of Studio for every port that it was at.
 */
export const STUDIO_PORTS = { first: 8316, count: 10 } as const;
