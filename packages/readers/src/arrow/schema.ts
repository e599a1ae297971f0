import type { FlatTable } from "./flat-buffer.js";

/** Kinds of columns as Arrow numbers them. */
export const TYPE = {
  null: 1,
  int: 2,
  float: 3,
  binary: 4,
  text: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  interval: 11,
  list: 12,
  struct: 13,
  union: 14,
  fixedBinary: 15,
  fixedList: 16,
  map: 17,
  duration: 18,
  largeBinary: 19,
  largeText: 20,
  largeList: 21,
  runEnds: 22,
  binaryView: 23,
  textView: 24,
  listView: 25,
  largeListView: 26,
} as const;

/** A column of a table or a part of one. */
export interface ArrowField {
  readonly name: string;
  /** One of `TYPE`, of a dictionary that of its values. */
  readonly type: number;
  /** Bits of whole numbers, decimals and times. */
  readonly bits: number;
  readonly isSigned: boolean;
  /** 0, 1, 2 for floats of 16, 32, 64 bits; of dates and times: the unit. */
  readonly unit: number;
  /** Digits behind the point of decimals. */
  readonly scale: number;
  /** Whether times are of a zone, and written in UTC. */
  readonly hasZone: boolean;
  /** Whether a union has offsets. */
  readonly isDense: boolean;
  readonly children: readonly ArrowField[];
  /** The values are elsewhere, and cells are their numbers. */
  readonly dictionary?: { readonly id: number; readonly bits: number; readonly isSigned: boolean };
}

/** Lists in lists; and columns with all their parts. */
const [DEEPEST, MOST_FIELDS] = [32, 1_000_000];

/** The columns that a schema describes. @throws RangeError if it is damaged */
export function schemaFields(schema: FlatTable): readonly ArrowField[] {
  if (schema.int(0, 2) !== 0) throw new RangeError("numbers in big-endian order");
  let count = 0;
  const read = (field: FlatTable, depth: number): ArrowField => {
    count += 1;
    if (depth > DEEPEST || count > MOST_FIELDS) throw new RangeError("columns inside each other without an end");
    const children = field.tables(5).map((child) => read(child, depth + 1));
    const dictionary = field.table(4);
    const indices = dictionary?.table(1);
    return {
      name: field.text(0) ?? "",
      ...typeOf(field.int(2, 1), field.table(3)),
      children,
      ...(dictionary && {
        dictionary: {
          id: dictionary.int(0, 8),
          bits: indices?.int(0, 4) ?? 32,
          isSigned: indices ? indices.int(1, 1) !== 0 : true,
        },
      }),
    };
  };
  return schema.tables(1).map((field) => read(field, 0));
}

function typeOf(type: number, about: FlatTable | undefined): Omit<ArrowField, "name" | "children" | "dictionary"> {
  const int = (field: number, bytes: 1 | 2 | 4, otherwise = 0): number =>
    about?.int(field, bytes, otherwise) ?? otherwise;
  const plain = { type, bits: 0, isSigned: true, unit: 0, scale: 0, hasZone: false, isDense: false };
  switch (type) {
    case TYPE.int:
      return { ...plain, bits: int(0, 4), isSigned: int(1, 1) !== 0 };
    case TYPE.float:
      return { ...plain, unit: int(0, 2) };
    case TYPE.decimal:
      return { ...plain, scale: int(1, 4), bits: int(2, 4, 128) };
    case TYPE.date:
      return { ...plain, unit: int(0, 2, 1) };
    case TYPE.time:
      return { ...plain, unit: int(0, 2, 1), bits: int(1, 4, 32) };
    case TYPE.timestamp:
      return { ...plain, unit: int(0, 2), hasZone: (about?.text(1) ?? "") !== "" };
    case TYPE.duration:
      return { ...plain, unit: int(0, 2, 1) };
    case TYPE.union:
      return { ...plain, isDense: int(0, 2) === 1 };
    default:
      return plain;
  }
}

/** Whether a column has two parts: the rows at which runs of equal cells end, and the cell of each run. */
export function isRuns({ type, dictionary }: ArrowField): boolean {
  return type === TYPE.runEnds && !dictionary;
}

/** The part of a column that has its values. */
export function valuesField(field: ArrowField): ArrowField {
  const values = isRuns(field) ? field.children[1] : undefined;
  return values ? valuesField(values) : field;
}

/** Where the parts of a column are in a batch: its node, and its buffers in the order of the format. */
export interface FieldPlace {
  readonly node: number;
  readonly buffers: readonly number[];
  readonly children: readonly FieldPlace[];
}

/** Since this version of the format, unions have no marks of missing values. */
const UNIONS_WITHOUT_MARKS = 4;

/**
 * Where each column is in a batch: batches list the nodes and buffers of all columns and their parts in order.
 *
 * @param views how many buffers of texts each column of views has, in order
 */
export function fieldPlaces(
  fields: readonly ArrowField[],
  version: number,
  views: readonly (readonly number[])[],
): readonly FieldPlace[] {
  let [node, buffer, view] = [0, 0, 0];
  const place = (field: ArrowField): FieldPlace => {
    const at = node++;
    const own = field.dictionary ? 2 : ownBuffers(field, version, () => views[view++]?.[0] ?? 0);
    const buffers = Array.from({ length: own }, () => buffer++);
    return { node: at, buffers, children: field.dictionary ? [] : field.children.map(place) };
  };
  return fields.map(place);
}

function ownBuffers({ type, isDense }: ArrowField, version: number, views: () => number): number {
  switch (type) {
    case TYPE.null:
    case TYPE.runEnds:
      return 0;
    case TYPE.struct:
    case TYPE.fixedList:
      return 1;
    case TYPE.union:
      return (isDense ? 2 : 1) + (version < UNIONS_WITHOUT_MARKS ? 1 : 0);
    case TYPE.text:
    case TYPE.binary:
    case TYPE.largeText:
    case TYPE.largeBinary:
    case TYPE.listView:
    case TYPE.largeListView:
      return 3;
    case TYPE.textView:
    case TYPE.binaryView: {
      const count = views();
      if (count > MOST_VIEW_BUFFERS) throw new RangeError(`${count} buffers of texts`);
      return 2 + count;
    }
    default:
      return 2;
  }
}
const MOST_VIEW_BUFFERS = 100_000;
