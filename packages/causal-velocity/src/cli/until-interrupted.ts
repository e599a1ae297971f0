/** Exit codes of a command that a signal stopped: shells add the signal's number to 128. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
export type SignalName = keyof typeof SIGNAL_CODES;

/** Runs something that a signal from the user stops; a second signal ends the process at once. */
export async function untilInterrupted<T>(
  action: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T; signal: SignalName | undefined }> {
  const controller = new AbortController();
  let received: SignalName | undefined;
  const listeners = (Object.keys(SIGNAL_CODES) as SignalName[]).map((name) => {
    const listener = () => {
      received = name;
      controller.abort();
    };
    process.once(name, listener);
    return { name, listener };
  });
  try {
    return { result: await action(controller.signal), signal: received };
  } finally {
    for (const { name, listener } of listeners) process.removeListener(name, listener);
  }
}
