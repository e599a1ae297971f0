/** One thing that the tour points at. */
interface TourStep {
  /** Selects the element; a step without one is left out. */
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

/** The first on the start page, the others beside a verdict. */
export const TOUR: readonly TourStep[] = [
  {
    anchor: ".zone",
    title: "Bring a table",
    text: "Drop one here, or try an example below. It is read in this page and goes nowhere.",
  },
  {
    anchor: "#verdict",
    title: "The verdict",
    text: "One sentence: which column drives the other, and how sure that is. Or that these rows cannot tell.",
  },
  {
    anchor: ".verdict .seen",
    title: "Why",
    text: "Each curve is what one row would have been with another cause. In the right direction, little contradicts them.",
  },
  {
    anchor: "#what-if",
    title: "What if?",
    text: "Take any row and move its cause: its curve says what the effect would have been.",
  },
  {
    anchor: "#keep-heading",
    title: "Keep it, send it",
    text: "Save a report, tell a story with your own notes, copy a link, or keep the table in this browser.",
  },
];

const KEY = "studio-tour";

/** A tour of the page, which begins by itself once: never again after it was closed or seen to its end. */
export class Tour {
  /** The number of the step, from 0; undefined if there is no tour. */
  step: number | undefined = $state(undefined);
  /** Whether the reader asks to see this step now, so that the page may scroll to it. */
  isAsked = $state(false);

  /** Begins on a first visit. Where nothing can be stored, it would begin on every visit, and so it does not. */
  begin(): void {
    try {
      // Fails where storage is blocked.
      if (localStorage.getItem(KEY) === null) this.step = 0;
    } catch {}
  }

  start(): void {
    this.step = 0;
    this.isAsked = true;
  }

  next(): void {
    this.isAsked = true;
    this.goTo((this.step ?? 0) + 1);
  }

  /** Behind the last step, the tour ends. */
  goTo(step: number): void {
    if (step < TOUR.length) this.step = step;
    else this.close();
  }

  close(): void {
    this.step = undefined;
    this.isAsked = false;
    try {
      localStorage.setItem(KEY, "seen");
    } catch {}
  }
}

/** The one tour of the page. */
export const tour: Tour = new Tour();
