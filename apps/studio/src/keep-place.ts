/** Where the reader was: the address, and the lowest heading in the upper half of the screen or above it. */
interface ReadingPlace {
  readonly hash: string;
  readonly heading: string;
  /** Pixels from the top of the screen to the heading. */
  readonly top: number;
}

const KEY = "studio-place";
/** Milliseconds for which the place is held once its heading is there, while figures above it are drawn. */
const HOLD = 10_000;
/** What readers do to go elsewhere. */
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown", "popstate"];

/**
 * After a reload, scrolls to where the reader was as soon as that part of the page is there again. The browser cannot,
 * because the page is empty when it looks. Readers who move first are left where they are.
 */
export function keepPlace(): void {
  history.scrollRestoration = "manual";
  addEventListener("pagehide", () => remember(placeNow()));
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const place = recalled();
  if (place && navigation?.type === "reload" && place.hash === location.hash) comeBack(place);
}

function comeBack({ heading, top }: ReadingPlace): void {
  const isOver = new AbortController();
  const { signal } = isOver;
  const end = () => isOver.abort();
  let timer: number | undefined;
  const sizes = new ResizeObserver(() => {
    const element = document.getElementById(heading);
    if (!element) return;
    timer ??= setTimeout(end, HOLD);
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  });
  sizes.observe(document.body);
  for (const move of MOVES) addEventListener(move, end, { signal, passive: true });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    sizes.disconnect();
  });
}

/** Undefined at the top of the page. */
function placeNow(): ReadingPlace | undefined {
  if (scrollY === 0) return undefined;
  const headings = [...document.querySelectorAll("main h1[id], main h2[id]")]
    .map((element) => ({ heading: element.id, top: element.getBoundingClientRect().top }))
    .filter(({ top }) => top < innerHeight / 2)
    .sort((a, b) => b.top - a.top);
  return headings[0] && { hash: location.hash, ...headings[0] };
}

/** Where nothing can be stored, a reload begins at the top. */
function remember(place: ReadingPlace | undefined): void {
  try {
    if (place) sessionStorage.setItem(KEY, JSON.stringify(place));
    else sessionStorage.removeItem(KEY);
  } catch {}
}

function recalled(): ReadingPlace | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
