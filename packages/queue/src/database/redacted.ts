/** Stands where a secret stood. */
const MASK = "***";

/** User and password of an address, as URLs write them. The password may hold anything but white space. */
const CREDENTIALS = /([a-z][a-z\d+.-]*:\/\/)\S*@/gi;
/** `password=…` in a query or in the style of libpq; a value in quotes may hold blanks. */
const PASSWORD_WORD = /(\b(?:password|sslpassword|pgpassword)\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&]+)/gi;

/**
 * A text without the secrets of an address: what looks like credentials goes, and so does every spelling of the
 * passwords given, plain and percent-encoded.
 */
export function redacted(text: string, secrets: readonly string[] = []): string {
  const spellings = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)])
    .filter((spelling) => spelling !== "")
    .sort((a, b) => b.length - a.length);
  const without = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, MASK), text);
  return without.replace(CREDENTIALS, `$1${MASK}@`).replace(PASSWORD_WORD, `$1${MASK}`);
}
