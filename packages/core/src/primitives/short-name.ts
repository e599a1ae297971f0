const ELLIPSIS = "…";
/** Marks that belong to the letter before them. */
const COMBINING = /^\p{M}$|^\u200d$|^\ufe0f$/u;
/** Isolating characters, which come in pairs around a name. */
const ISOLATED = /^\u2068(.*)\u2069$/su;

/** A name of at most so many letters, cut in its middle, because names of columns differ at their ends. */
export function shortName(name: string, letters: number): string {
  const inner = ISOLATED.exec(name)?.[1];
  if (inner !== undefined) return `\u2068${shortName(inner, letters)}\u2069`;
  const units: string[] = [];
  for (const character of name) {
    if (units.length > 0 && COMBINING.test(character)) units[units.length - 1] += character;
    else units.push(character);
  }
  if (units.length <= letters) return name;
  const kept = Math.max(letters - 1, 2);
  const first = units.slice(0, Math.ceil(kept / 2)).join("");
  const last = units.slice(units.length - Math.floor(kept / 2)).join("");
  return `${first.trimEnd()}${ELLIPSIS}${last.trimStart()}`;
}
