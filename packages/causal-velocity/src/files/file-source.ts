/** Files to read by path, wherever they lie. Implementations: `folderSource`, `zipSource`. Paths have forward slashes. */
export interface FileSource {
  /** For messages. */
  readonly place: string;
  /** A file's path as it is spelled here, upper and lower case alike; undefined if there is none. */
  find(path: string): string | undefined;
  /** Bytes of a file by the path that `find` gave. */
  size(path: string): number;
  /** @throws InputError naming the file */
  read(path: string): Uint8Array;
}
