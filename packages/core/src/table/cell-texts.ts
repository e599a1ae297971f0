/** What the text cells of a column say. */
export interface CellTexts {
  /** The different texts, in the order of their first cells. */
  readonly texts: readonly string[];
  /** For every row the place of its text among them, counted from 1; 0 where there is none. */
  readonly places: Uint16Array;
}

/** Collects the text cells of one column. */
export interface TextCollector {
  add(row: number, cell: string): void;
  /** Undefined if the different texts are too many, or too long, to be kept. */
  finish(rows: number): CellTexts | undefined;
}

/** Places fit two bytes; a column with more different texts has names or sentences, not categories. */
const MOST_TEXTS = 65_535;
/** Characters of all different texts of a column: 100 for each, so that sentences do not fill the memory. */
const MOST_CHARACTERS = 100 * MOST_TEXTS;
const FIRST_ROOM = 256;

/** A collector for one column; rows come in ascending order. @cost 2 bytes a row, and each different text once */
export function textCollector(): TextCollector {
  const numbers = new Map<string, number>();
  let places = new Uint16Array(FIRST_ROOM);
  let isFull = false;
  let characters = 0;
  return {
    add(row, cell) {
      if (isFull) return;
      const text = cell.trim();
      let number = numbers.get(text);
      if (number === undefined) {
        number = numbers.size + 1;
        characters += text.length;
        isFull = number > MOST_TEXTS || characters > MOST_CHARACTERS;
        if (isFull) {
          numbers.clear();
          places = new Uint16Array();
          return;
        }
        numbers.set(copied(text), number);
      }
      if (row >= places.length) {
        const longer = new Uint16Array(Math.max(2 * places.length, row + 1));
        longer.set(places);
        places = longer;
      }
      places[row] = number;
    },
    finish(rows) {
      if (isFull) return undefined;
      const kept = new Uint16Array(rows);
      kept.set(places.subarray(0, rows));
      return { texts: [...numbers.keys()], places: kept };
    },
  };
}

/** The same text without the long one of which it is a part and which it would keep in memory. */
export function copied(part: string): string {
  return ` ${part}`.slice(1);
}
