import type { ReliabilityBin } from "./judge-confidence.js";

const SIZE = 360;
const MARGIN = 48;
const INK = "#1f2933";
const FAINT = "#9aa5b1";
const BLUE = "#1f6feb";
/** Radius of dots, in pixels. */
const LARGEST_RADIUS = 9;
const SMALLEST_RADIUS = 2.5;
/** Half-width of a bar in standard errors. */
const ERRORS = 2;

/**
 * Claimed probability against the share of right answers, as an SVG picture: dots on the diagonal are calibrated, dots
 * below it are overconfident. A dot's area is the number of its pairs, its bar two standard errors either way.
 */
export function reliabilityDiagram(bins: readonly ReliabilityBin[]): string {
  const most = Math.max(...bins.map(({ pairs }) => pairs));
  const dots = bins.map(({ claimed, right, pairs }) => {
    const error = ERRORS * Math.sqrt((right * (1 - right)) / pairs);
    const [x, top, bottom] = [across(claimed), up(Math.min(right + error, 1)), up(Math.max(right - error, LOWEST))];
    const radius = Math.max(LARGEST_RADIUS * Math.sqrt(pairs / most), SMALLEST_RADIUS);
    const bar = `<line x1="${x}" y1="${top}" x2="${x}" y2="${bottom}" stroke="${BLUE}" stroke-width="1.5"/>`;
    const tip = `<title>claimed ${percent(claimed)}%, right ${percent(right)}%, ${pairs} pairs</title>`;
    return `${bar}<circle cx="${x}" cy="${up(right)}" r="${radius.toFixed(1)}" fill="${BLUE}">${tip}</circle>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}" font-family="sans-serif" font-size="12" fill="${INK}" role="img" aria-label="Share of right answers by claimed probability">
<rect width="${SIZE}" height="${SIZE}" fill="#ffffff"/>
${TICKS.map(tick).join("\n")}
<line x1="${across(LEAST)}" y1="${up(LEAST)}" x2="${across(1)}" y2="${up(1)}" stroke="${FAINT}" stroke-dasharray="4 4"/>
${dots.join("\n")}
<text x="${across(0.75)}" y="${SIZE - 10}" text-anchor="middle">claimed probability, %</text>
<text x="14" y="${up(0.75)}" text-anchor="middle" transform="rotate(-90 14 ${up(0.75)})">right, %</text>
</svg>
`;
}

const LEAST = 0.5;
/** Bars are cut off here: chance is right half the time, and a small bin may be below that. */
const LOWEST = 0.47;
const TICKS = [0.5, 0.6, 0.7, 0.8, 0.9, 1];

const percent = (share: number): string => (100 * share).toFixed(1);
const across = (value: number): number => place(MARGIN + ((value - LEAST) / (1 - LEAST)) * (SIZE - MARGIN - 16));
const up = (value: number): number => place(SIZE - MARGIN - ((value - LEAST) / (1 - LEAST)) * (SIZE - MARGIN - 16));
const place = (value: number): number => Number(value.toFixed(1));

function tick(value: number): string {
  const label = Math.round(100 * value);
  const [x, y] = [across(value), up(value)];
  return `<line x1="${across(LEAST)}" y1="${y}" x2="${across(1)}" y2="${y}" stroke="#e4e7eb"/><text x="${MARGIN - 8}" y="${y + 4}" text-anchor="end">${label}</text><text x="${x}" y="${SIZE - MARGIN + 18}" text-anchor="middle">${label}</text>`;
}
