import { MOST_PARENTS } from "@causal-velocity/core/graph/knowledge.js";
import { graphFlows } from "@causal-velocity/core/graph/local-scores.js";
import { searchGraph } from "@causal-velocity/core/graph/search.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { cam } from "./cam.js";
import { directLingamOrder } from "./direct-lingam.js";
import type { GraphMethod } from "./graph-method.js";
import { orderMethod, rSquaredOrder, varianceOrder } from "./order-methods.js";
import { pc } from "./pc.js";
import { nogamOrder, scoreOrder } from "./stein-orders.js";

/** The method of this project; the others are its rivals. */
export const OUR_GRAPH_METHOD = "flow-graph";

/** Every method that finds graphs, in the order shown to users. */
export const graphMethods: readonly GraphMethod[] = [
  {
    name: OUR_GRAPH_METHOD,
    summary: "shortest description of all columns by location-scale flows given their parents",
    reference: "this project",
    find: (columns, { routines } = {}) =>
      searchGraph(graphFlows(columns, { routines }), { allows: () => true, required: [], mostParents: MOST_PARENTS }),
  },
  cam,
  orderMethod(
    {
      name: "score-order",
      summary: "last the column along which the curvature of the log density varies least; then pruned",
      reference: "Rolland et al. 2022 (SCORE)",
    },
    scoreOrder,
  ),
  orderMethod(
    {
      name: "nogam-order",
      summary: "last the column whose score is predicted best from its residual; then pruned",
      reference: "Montagna et al. 2023 (NoGAM)",
    },
    nogamOrder,
  ),
  orderMethod(
    {
      name: "direct-lingam",
      summary: "first the column that is most likely a cause in linear models with noise that is not Gaussian",
      reference: "Shimizu et al. 2011; Hyvärinen & Smith 2013",
    },
    directLingamOrder,
    "lines",
  ),
  pc,
  orderMethod(
    {
      name: "r2-order",
      summary: "a trap: by the share of variance that a linear regression on all others explains; then pruned",
      reference: "Reisach et al. 2023 (R2-SortnRegress)",
    },
    rSquaredOrder,
  ),
  orderMethod(
    {
      name: "variance-order",
      summary: "a trap: by variance, which standardized columns do not have; then pruned",
      reference: "Reisach et al. 2021 (sortnregress)",
    },
    varianceOrder,
  ),
];

/** The method of that name. @throws InputError `unknown-method` */
export function graphMethodNamed(name: string): GraphMethod {
  const method = graphMethods.find((known) => known.name === name);
  if (method) return method;
  throw new InputError({
    code: "unknown-method",
    place: "method",
    value: `"${name}"`,
    expected: `one of ${graphMethods.map((known) => known.name).join(", ")}`,
    remedy: "Choose one of these.",
  });
}
