type Drawing = typeof import("./drawing.js");

let loading: Promise<Drawing> | undefined;

/** What draws, loaded once. */
export function loadDrawing(): Promise<Drawing> {
  loading ??= import("./drawing.js");
  return loading;
}
