/** Characters in base 64 stand for three bytes each four: parts of so many bytes can be put one after the other. */
const PART = 3 * 8192;

/** Bytes as text in base 64. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += PART) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + PART))));
  }
  return parts.join("");
}

/** Bytes from such text. @throws DOMException for any other */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
