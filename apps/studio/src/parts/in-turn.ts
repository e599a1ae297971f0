let last: Promise<unknown> = Promise.resolve();

/** Settles in a task of its own, after a frame was painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/**
 * Takes the steps of one piece of work after the other, each in a task of its own, so that the page is never still for
 * long; pieces take their turns. Gives what the work comes to, or undefined once `isOver` says that nobody wants it.
 */
export function inTurn<T>(work: () => Generator<undefined, T>, isOver: () => boolean): Promise<T | undefined> {
  const turn = last.then(async () => {
    let steps: Generator<undefined, T> | undefined;
    while (!isOver()) {
      await painted();
      if (isOver()) break;
      steps ??= work();
      const { done, value } = steps.next();
      if (done) return value;
    }
    return undefined;
  });
  // Work that fails does not keep the rest from its turn; whoever asked for it is told.
  last = turn.catch(() => undefined);
  return turn;
}
