import { plainText } from "../plain-text.js";
import { asset } from "./asset.js";

/** Offsets and sizes within a font file, by the OpenType specification. */
const TABLE_COUNT = 4;
const FIRST_TABLE = 12;
const TABLE_RECORD = 16;
const CMAP_COUNT = 2;
const FIRST_CMAP = 4;
const CMAP_RECORD = 8;
const GROUP_COUNT = 12;
const FIRST_GROUP = 16;
const GROUP = 12;
/** Ranges of 32-bit characters: all that a font has, in the format that every complete font holds. */
const SEGMENTED_COVERAGE = 12;

/** Marks that set a name apart: they have no shape. */
const ISOLATES = /[\u2068\u2069]/g;

let known: readonly (readonly [first: number, last: number])[] | undefined;

/** Characters of a text that the font of PNGs lacks, once each, in the order of the text. */
export function missingGlyphs(text: string): string[] {
  known ??= characterRanges(asset("font"));
  const ranges = known;
  const isMissing = (character: string) => {
    const code = character.codePointAt(0) as number;
    return !ranges.some(([first, last]) => code >= first && code <= last);
  };
  return [...new Set(plainText(text).replace(ISOLATES, ""))].filter(isMissing);
}

/** First and last of each run of characters, from the font's table `cmap`, format 12. */
export function characterRanges(font: Uint8Array): [number, number][] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = tableOffset(view, "cmap");
  for (let i = 0; i < view.getUint16(cmap + CMAP_COUNT); i++) {
    const table = cmap + view.getUint32(cmap + FIRST_CMAP + CMAP_RECORD * i + 4);
    if (view.getUint16(table) !== SEGMENTED_COVERAGE) continue;
    return Array.from({ length: view.getUint32(table + GROUP_COUNT) }, (_, group) => {
      const at = table + FIRST_GROUP + GROUP * group;
      return [view.getUint32(at), view.getUint32(at + 4)];
    });
  }
  throw new Error("the font that comes with the package has no table cmap of format 12");
}

function tableOffset(view: DataView, name: string): number {
  for (let i = 0; i < view.getUint16(TABLE_COUNT); i++) {
    const record = FIRST_TABLE + TABLE_RECORD * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)));
    if (tag === name) return view.getUint32(record + 8);
  }
  throw new Error(`the font that comes with the package has no table ${name}`);
}
