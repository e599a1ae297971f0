import { seededRng } from "causal-velocity";

const ROWS = 600;
const SEED = 11;
const square = (value: number): number => value * value;

/**
 * A made-up greenhouse as CSV, one row a bed. Sunshine warms the air, watering and warmth decide how moist the soil is,
 * plants grow best in warm air and moist soil, and growth decides the yield. The distance to the road drives nothing.
 */
export function greenhouseTable(): string {
  const rng = seededRng(SEED);
  const [sunRng, waterRng, airRng, soilRng, growthRng, yieldRng, roadRng] = [
    ...["sunshine", "watering", "temperature", "moisture", "growth", "yield", "distance"].map((name) =>
      rng.split(name),
    ),
  ];
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const sunshine = 4 + 8 * sunRng.uniform();
    const watering = 2 + 3 * waterRng.uniform() + waterRng.uniform();
    const temperature = 12 + 14 * (sunshine / (sunshine + 4)) + 0.15 * sunshine * airRng.normal();
    const moisture = 60 * (watering / (watering + 3)) - 0.06 * square(temperature - 15) + 1.5 * soilRng.normal();
    const growth =
      30 - 0.4 * square(temperature - 21) + 0.03 * square(moisture - 15) + (0.5 + 0.05 * moisture) * growthRng.normal();
    const harvest = 0.08 * square(growth) + (1 + 0.15 * growth) * yieldRng.normal();
    const distance = 5 + 40 * roadRng.uniform();
    const numbers = [sunshine, watering, temperature, moisture, growth, harvest, distance];
    return [i + 1, ...numbers.map((value) => value.toFixed(3))].join(",");
  });
  return `bed,sunshine,watering,temperature,moisture,growth,yield,distance\n${lines.join("\n")}\n`;
}
