/** Mistakes that are forgiven: one in a short word, one for every three letters of a longer one. */
const LETTERS_FOR_A_MISTAKE = 3;
/** Longer words are compared by their beginnings; of more names only the first are looked at. */
const LONGEST = 64;
const MOST_NAMES = 10_000;

/**
 * The name that was probably meant by a word that is none: the same in other letters, one that begins with it or
 * contains it, or one that few mistakes in typing turn into it. The first of several that are equally near.
 *
 * @cost for each name the product of the lengths     @returns undefined if none is near
 */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const plain = plainWord(word);
  if (plain === "") return undefined;
  let nearest: string | undefined;
  let fewest = Infinity;
  let looked = 0;
  for (const name of names) {
    looked += 1;
    if (looked > MOST_NAMES) break;
    const distance = distanceOf(plain, plainWord(name));
    if (distance < fewest) [nearest, fewest] = [name, distance];
  }
  return nearest;
}

function plainWord(word: string): string {
  return word.trim().toLowerCase().slice(0, LONGEST);
}

/** How far a name is from a word, by kind of likeness first; infinity if they are unlike. */
function distanceOf(word: string, name: string): number {
  if (word === name) return 0;
  const most = Math.max(1, Math.floor(Math.min(word.length, name.length) / LETTERS_FOR_A_MISTAKE));
  const mistakes = Math.abs(word.length - name.length) > most ? Infinity : editDistance(word, name);
  // A single letter is near to every other: only a name that contains it is meant.
  if (mistakes <= most && Math.min(word.length, name.length) > 1) return mistakes;
  if (name.startsWith(word)) return LONGEST;
  return name.includes(word) && word.length > 1 ? LONGEST + 1 : Infinity;
}

/** Letters to insert, delete, replace, or swap with the next, to turn one word into the other. */
function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}
