import { draftFile } from "./draft-file.js";

/** Writes a file so that it is there in whole or not at all. @throws InputError `unwritable-file` */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = draftFile(path);
  try {
    draft.write(content);
    draft.finish();
  } finally {
    draft.discard();
  }
}
