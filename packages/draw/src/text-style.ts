/** In pixels of a drawing at its own size. */
export const FONT_SIZE = { title: 16, panelTitle: 13, label: 12, legend: 12, tick: 11, words: 12 } as const;

/** Of one line of text, as a multiple of its font size. */
export const LINE_HEIGHT = 1.5;

/** The reader's own font on screens; where there is none but ours (PNG), DejaVu Sans. */
export const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif";
