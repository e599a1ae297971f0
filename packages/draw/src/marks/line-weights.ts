/** Widths of lines, in pixels. */
export const LINE_WIDTH = { hair: 1, rule: 1.4, thin: 1, normal: 1.75, bold: 3 } as const;
