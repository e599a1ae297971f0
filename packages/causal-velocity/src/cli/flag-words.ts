/** The library speaks of "option maxRows"; on the command line that is --max-rows. */
export function flagWords(text: string): string {
  return text.replace(/\boption ([a-z][a-zA-Z]*)\b/g, (_, name: string) => flagName(name));
}

/** "--max-rows" for the library's maxRows. */
export function flagName(option: string): string {
  return `--${FLAGS[option] ?? kebab(option)}`;
}

const FLAGS: Readonly<Record<string, string>> = { memoryLimit: "memory" };

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
