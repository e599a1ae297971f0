/** What a record says about its making, besides what was decided. */
export interface RecordAbout {
  /** Of the package that made it. */
  readonly version: string;
  /** Name of the routines that computed it. */
  readonly routines: string;
  /** Words for whoever reads it: the command line has flags where the library has options. */
  readonly words?: ((text: string) => string) | undefined;
}
