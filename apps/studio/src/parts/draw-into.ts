import type { Figure } from "@causal-velocity/core/explain/figure.js";
import type { PanelFrame } from "@causal-velocity/draw";
import { inTurn } from "./in-turn.js";
import { loadDrawing } from "./load-drawing.js";

/** What is known of a figure once it is drawn: its height in pixels, and where its panels are. */
export interface Drawn {
  readonly height: number;
  readonly frames: readonly PanelFrame[];
}

/** Draws a figure into an element, untitled, when its turn comes. Returns what gives it up, as effects do. */
export function drawInto(
  holder: HTMLElement,
  figure: Figure,
  width: number,
  then?: (drawn: Drawn) => void,
): () => void {
  let isOver = false;
  void (async () => {
    const { drawFigureInSteps, figureFrames } = await loadDrawing();
    const options = { document, theme: "css", width, titled: false } as const;
    const drawing = await inTurn(
      () => drawFigureInSteps(figure, options),
      () => isOver,
    );
    if (!drawing || isOver) return;
    holder.replaceChildren(drawing);
    then?.({ height: Number(drawing.getAttribute("height")), frames: figureFrames(figure, options) });
  })();
  return () => {
    isOver = true;
  };
}
