import type { Explanation } from "@causal-velocity/core";
import { version } from "./version.js";

/** An explanation as a page of its own. What draws is loaded here, on first use. */
export async function reportPage(explanation: Explanation): Promise<string> {
  const [{ reportHtml }, { figureSvg }] = await Promise.all([import("../draw.js"), import("../draw-node.js")]);
  return reportHtml(explanation, { version, svgOf: figureSvg });
}
