/** Pixels of the page's text in the usual size, for which figures are drawn. */
const USUAL_SIZE = 16;

let scale = $state(1);
let isWatched = false;

/** How many times larger than usual the page's text is. Effects that read it run again when readers change the size. */
export function textScale(): number {
  if (!isWatched) watch();
  return scale;
}

function watch(): void {
  isWatched = true;
  // An element as wide as the text is large: browsers have no event for another size of text.
  const probe = document.createElement("div");
  probe.className = "text-size";
  probe.setAttribute("aria-hidden", "true");
  document.body.append(probe);
  const measure = (): void => {
    scale = probe.getBoundingClientRect().width / USUAL_SIZE || 1;
  };
  measure();
  new ResizeObserver(measure).observe(probe);
}
