import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { sha256 } from "@causal-velocity/core/primitives/sha256.js";
import { fromBase64, toBase64 } from "./base64.js";
import type { Answer, Ask } from "./messages.js";

/** What a project keeps of a file: its fingerprint, and the file itself if it is asked for. */
export async function keepTable({ blob, isWhole }: Ask<"keepTable">): Promise<Answer<"keepTable">> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { sha256: sha256(bytes), ...(isWhole ? { content: toBase64(bytes) } : {}) };
}

/** The file that a project holds. @throws InputError `malformed-file` */
export function unpackTable({ content }: Ask<"unpackTable">): Blob {
  try {
    return new Blob([fromBase64(content)]);
  } catch (error) {
    throw new InputError({
      code: "malformed-file",
      place: "the table in the project",
      value: error instanceof Error ? error.message : String(error),
      expected: "text in base 64",
      remedy: "Save the project again, or open its table by itself.",
    });
  }
}
