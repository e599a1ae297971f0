import { vi } from "vitest";

/** The command as built. */
const CLI = new URL("../../packages/causal-velocity/dist/cli.js", import.meta.url).href;

/** Runs the command in this process, with an address in its environment; white space of standard error as one space. */
export async function runHere(
  url: string | undefined,
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const { main } = await import(CLI);
  const text = { out: "", err: "" };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(taking("out")),
    vi.spyOn(process.stderr, "write").mockImplementation(taking("err")),
  ];
  function taking(name: "out" | "err") {
    return (piece: string | Uint8Array, ...more: unknown[]): boolean => {
      text[name] += typeof piece === "string" ? piece : Buffer.from(piece).toString();
      const written = more.find((one) => typeof one === "function") as (() => void) | undefined;
      if (written) queueMicrotask(written);
      return true;
    };
  }
  vi.stubEnv("CAUSAL_VELOCITY_QUEUE", url);
  try {
    const code = await main(args);
    return { code, out: text.out, err: text.err.replaceAll(/\s+/g, " ") };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
