/** How a file's name ends, in small letters: ".png" of "figure.PNG"; empty if there is no ending. */
export function endingOf(path: string): string {
  return /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? "";
}
