const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes of a base64 text, without `atob` or `Buffer`, which not every runtime has. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let value = 0; value < ALPHABET.length; value++) values[ALPHABET.charCodeAt(value)] = value;
  let digits = text.length;
  while (text[digits - 1] === "=") digits--;
  const bytes = new Uint8Array(Math.floor((digits * 3) / 4));
  // Beyond the end digits are undefined, which counts as 0 here, and bytes are not kept.
  for (let from = 0, to = 0; from < digits; from += 4, to += 3) {
    const high = (values[text.charCodeAt(from)] << 18) | (values[text.charCodeAt(from + 1)] << 12);
    const bits = high | (values[text.charCodeAt(from + 2)] << 6) | values[text.charCodeAt(from + 3)];
    bytes[to] = bits >> 16;
    bytes[to + 1] = bits >> 8;
    bytes[to + 2] = bits;
  }
  return bytes;
}
