import type { PairDecision } from "../../direction/decide.js";
import type { Direction } from "../../fit/orient.js";
import type { Bars, Figure } from "../figure.js";
import { isHeard } from "../verdict-sentence.js";

/** What each kind of evidence adds to the log odds, and their sum; undefined for methods that weigh none. */
export function evidenceFigure(decision: PairDecision): Figure | undefined {
  const { evidence, score, names } = decision;
  if (!evidence || evidence.length === 0) return undefined;
  const rows = [...evidence, { name: "sum", logOdds: score }];
  const barsOf = (direction: Direction, label: string): Bars => {
    const own = rows.filter(({ logOdds }) => (direction === "x->y" ? logOdds >= 0 : logOdds < 0));
    return {
      kind: "bars",
      tone: direction,
      label,
      names: own.map(({ name }) => name),
      value: Float64Array.from(own, ({ logOdds }) => logOdds),
    };
  };
  return {
    id: "evidence",
    title: "The evidence",
    caption:
      `What each kind of evidence adds to the log odds of ${names.x} → ${names.y}, in nats: to the right for it, to the ` +
      `left for ${names.y} → ${names.x}. ${isHeard(decision) ? "The sum decides." : "Not heard here: see the verdict."}`,
    panels: [
      {
        title: "",
        x: { kind: "number", label: `log odds of ${names.x} → ${names.y}` },
        y: { kind: "names", label: "", names: rows.map(({ name }) => name) },
        marks: [
          barsOf("x->y", `for ${names.x} → ${names.y}`),
          barsOf("y->x", `for ${names.y} → ${names.x}`),
          { kind: "rules", tone: "ink", x: [0] },
        ],
      },
    ],
  };
}
