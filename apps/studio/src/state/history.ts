/** Older states than this are forgotten. */
const MOST_STATES = 100;

/** A state with its past and future, as plain data: each step gives a new one. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

export function historyOf<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** The next state; the way forward is gone. The state itself, told twice, is no step, whatever the order of its fields. */
export function withNext<T>(history: History<T>, present: T): History<T> {
  if (inOrder(present) === inOrder(history.present)) return history;
  return { past: [...history.past, history.present].slice(-MOST_STATES), present, future: [] };
}

export function undone<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redone<T>({ past, present, future }: History<T>): History<T> {
  const [after, ...rest] = future;
  if (after === undefined) return { past, present, future };
  return { past: [...past, present], present: after, future: rest };
}

/** A state as text, its fields in the order of their names. */
function inOrder(state: unknown): string {
  return JSON.stringify(state, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
