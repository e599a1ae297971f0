/** A table of a FlatBuffer: its fields by their numbers, from 0. What lies outside the bytes throws a RangeError. */
export interface FlatTable {
  int(field: number, bytes: 1 | 2 | 4 | 8, otherwise?: number): number;
  text(field: number): string | undefined;
  table(field: number): FlatTable | undefined;
  tables(field: number): readonly FlatTable[];
  /** A list of structures, each made of this many numbers of 8 bytes. */
  structures(field: number, numbers: number): readonly (readonly number[])[];
}

/** Entries of a list: more columns than this are no table. */
const MOST_ENTRIES = 4_000_000;

/**
 * The root table of a FlatBuffer.
 *
 * @reference FlatBuffers internals: a table begins with its distance to the list of its fields, an offset of 0 is an absent
 *   field, lists and texts begin with their length
 */
export function flatRoot(bytes: Uint8Array): FlatTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return flatTable(view, view.getUint32(0, true));
}

function flatTable(view: DataView, at: number): FlatTable {
  const fields = at - view.getInt32(at, true);
  const fieldsSize = view.getUint16(fields, true);
  const placeOf = (field: number): number => {
    const entry = 4 + 2 * field;
    const offset = entry + 2 <= fieldsSize ? view.getUint16(fields + entry, true) : 0;
    return offset === 0 ? 0 : at + offset;
  };
  const target = (field: number): number => {
    const place = placeOf(field);
    return place === 0 ? 0 : place + view.getUint32(place, true);
  };
  const list = (field: number, size: number): { readonly start: number; readonly length: number } => {
    const place = target(field);
    const length = place === 0 ? 0 : view.getUint32(place, true);
    if (length > MOST_ENTRIES || place + 4 + length * size > view.byteLength)
      throw new RangeError("a list that is too long");
    return { start: place + 4, length };
  };
  return {
    int(field, bytes, otherwise = 0) {
      const place = placeOf(field);
      if (place === 0) return otherwise;
      if (bytes === 8) return int64(view, place);
      return bytes === 1 ? view.getInt8(place) : bytes === 2 ? view.getInt16(place, true) : view.getInt32(place, true);
    },
    text(field) {
      if (placeOf(field) === 0) return undefined;
      const { start, length } = list(field, 1);
      return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start, length));
    },
    table(field) {
      const place = target(field);
      return place === 0 ? undefined : flatTable(view, place);
    },
    tables(field) {
      const { start, length } = list(field, 4);
      return Array.from({ length }, (_, i) => {
        const place = start + 4 * i;
        return flatTable(view, place + view.getUint32(place, true));
      });
    },
    structures(field, numbers) {
      const { start, length } = list(field, 8 * numbers);
      return Array.from({ length }, (_, i) =>
        Array.from({ length: numbers }, (_, k) => int64(view, start + 8 * (i * numbers + k))),
      );
    },
  };
}

/** A whole number of 8 bytes, which must be a double. */
function int64(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (!Number.isSafeInteger(value)) throw new RangeError(`the number ${value}`);
  return value;
}
