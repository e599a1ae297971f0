// Column names and cells come from strangers' files: control characters in them could rewrite the terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that is safe to show in a terminal; line ends stay. */
export function printable(text: string): string {
  return text.replace(CONTROL, "\ufffd");
}

/** A one-line name of at most `width` characters. */
export function shortName(name: string, width: number): string {
  const line = printable(name).replace(/\s+/g, " ");
  const letters = [...line];
  return letters.length <= width ? line : `${letters.slice(0, width - 1).join("")}…`;
}

/** Widest line of anything printed for people: an 80-column terminal with a margin. */
export const TERMINAL_WIDTH = 78;

/** Breaks text at blanks into lines no wider than the terminal: `first` stands before the first, `rest` before others. */
export function wrap(text: string, first = "", rest = " ".repeat(first.length)): string {
  const lines: string[] = [];
  let prefix = first;
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && prefix.length + longer.length > TERMINAL_WIDTH) {
      lines.push(prefix + line);
      prefix = rest;
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, prefix + line].join("\n");
}
