/** An error that the database or the way to it gave: its words are redacted, its code is the driver's. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE, or what the operating system calls it. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}
