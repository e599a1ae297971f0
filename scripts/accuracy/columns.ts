/** A column of the tables: pairs of a suite, with a number of rows of each. */
export interface AccuracyColumn {
  readonly suite: string;
  readonly title: string;
  readonly rows: number;
}

const column = (rows: number) => (suite: string, title: string) => ({ suite, title, rows });
const [short, long] = [column(1000), column(5000)];

/** The thirteen columns over which methods are compared, in the displayed order. */
export const THIRTEEN: readonly AccuracyColumn[] = [
  short("sim", "SIM"),
  short("sim-c", "SIM-c"),
  short("sim-g", "SIM-G"),
  short("an", "AN"),
  short("an-s", "AN-s"),
  short("ls", "LS"),
  short("ls-s", "LS-s"),
  short("mn-u", "MN-U"),
  short("synthetic-anm", "anm"),
  short("synthetic-lsnm", "lsnm"),
  short("synthetic-sigmoid", "sigmoid"),
  short("synthetic-velocity", "velocity"),
  short("tuebingen", "Tüb."),
];

/** Tübingen's pairs without many ties; part of the thirteenth. */
export const CONTINUOUS: AccuracyColumn = short("tuebingen-cts", "Tüb. cts.");

/** All of these with few rows, for methods that take long. */
export const FEW_ROWS: readonly AccuracyColumn[] = [...THIRTEEN, CONTINUOUS].map((each) => ({ ...each, rows: 300 }));

/** The paper's own suites with all their rows. */
export const LONG: readonly AccuracyColumn[] = [
  long("synthetic-velocity", "velocity"),
  long("synthetic-sigmoid", "sigmoid"),
  long("synthetic-anm", "anm"),
  long("synthetic-lsnm", "lsnm"),
];
