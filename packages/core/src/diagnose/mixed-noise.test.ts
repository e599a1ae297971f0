import { expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { mixedNoise, noiseSd, refit, tabulate } from "./mixed-noise.js";

/** Noise around 0 and around 2, a third of the rows there, on the places of the tables. */
function twoModes(rows: number) {
  const noise = mixedNoise(1, 8, 0.05);
  const rng = seededRng(3);
  for (let i = 0; i < rows; i++) {
    const value = (rng.uniform() < 1 / 3 ? 2 : 0) + 0.3 * rng.normal();
    noise.counts[Math.round((value - noise.lowest) / noise.step)] += 1;
  }
  return noise;
}

function logLikelihood({ counts, density }: ReturnType<typeof twoModes>): number {
  return counts.reduce((sum, count, g) => (count > 0 ? sum + count * Math.log(density[g]) : sum), 0);
}

test("the density adds up to 1, and has the noise's standard deviation", () => {
  const noise = mixedNoise(0.7, 8, 0.05);
  tabulate(noise);
  const { density, lowest, step } = noise;
  const moment = (power: number) => density.reduce((sum, d, g) => sum + d * step * (lowest + g * step) ** power, 0);
  // The sum of a smooth function over even places is its integral, to rounding.
  expect(moment(0)).toBeCloseTo(1, 9);
  expect(Math.sqrt(moment(2) - moment(1) ** 2)).toBeCloseTo(noiseSd(noise), 9);
});

test("pull and precision are those of the slope of the log density: (ln p)′ = pull − precision·u", () => {
  const noise = twoModes(5000);
  for (let k = 0; k < 20; k++) refit(noise);
  tabulate(noise);
  const { density, precision, pull, lowest, step } = noise;
  for (const u of [-0.4, 0.1, 0.9, 1.8]) {
    const g = Math.round((u - lowest) / step);
    const slope = (Math.log(density[g + 1]) - Math.log(density[g - 1])) / (2 * step);
    // The difference quotient is off by step²/6 times a third derivative of up to some hundreds.
    expect(Math.abs(slope - (pull[g] - precision[g] * (lowest + g * step)))).toBeLessThan(0.02);
  }
});

test("fitting again never makes the counts less likely, and finds two modes", () => {
  const noise = twoModes(5000);
  const likelihoods: number[] = [];
  for (let k = 0; k < 30; k++) {
    tabulate(noise);
    likelihoods.push(logLikelihood(noise));
    refit(noise);
  }
  for (let k = 1; k < likelihoods.length; k++) expect(likelihoods[k]).toBeGreaterThan(likelihoods[k - 1] - 1e-6);
  // Of 5,000 rows, 1/3 ± 0.007 are around 2; the standard deviation is √(0.3² + 4·2/9).
  expect(noiseSd(noise)).toBeCloseTo(Math.sqrt(0.09 + 8 / 9), 1);
  const highest = noise.means.indexOf(Math.max(...noise.means));
  expect(noise.means[highest]).toBeCloseTo(2, 1);
});

test("no part is narrower than it may be", () => {
  const noise = mixedNoise(1, 8, 0.05);
  noise.counts[Math.round(-noise.lowest / noise.step)] = 100;
  for (let k = 0; k < 10; k++) refit(noise);
  expect(Math.min(...noise.sds)).toBe(0.05);
});
