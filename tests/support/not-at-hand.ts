/** What a test needs is not on this machine and could not be fetched; the message says why. */
export class NotAtHand extends Error {}

/** The promised value; without what it needs, the test is counted as one that did not run, with the reason. */
export async function orSkip<T>(skip: (note: string) => never, promised: Promise<T>): Promise<T> {
  try {
    return await promised;
  } catch (error) {
    if (error instanceof NotAtHand) return skip(error.message);
    throw error;
  }
}
