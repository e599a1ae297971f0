import type { Column } from "../numeric/column.js";
import { networkByPanels, panelsOf } from "../numeric/network-by-panels.js";
import type { NetworkProblem, Routines, RowBlock } from "../numeric/routines.js";
import { type NetworkVelocityModel, type VelocityField, velocityField } from "./velocity-model.js";

/** A velocity made of the jets of networks. */
export interface NetworkForm extends Pick<NetworkProblem, "widths" | "networks" | "order"> {
  /** What the networks see, of their inputs' number. */
  inputs(cause: Column, effect: Column): readonly Column[];
  /** The velocity at some rows from the jets and the effect there. */
  fieldInto(jets: RowBlock, effect: Column, field: VelocityField): void;
  /** Derivatives by the jets from those by the velocity. */
  pullbackInto(jets: RowBlock, effect: Column, ofField: VelocityField, ofJets: RowBlock): void;
}

/** Completes a model whose velocity comes from networks: evaluation and training by the routines. */
export function networkVelocityModel(
  about: Pick<NetworkVelocityModel, "name" | "flow" | "parameterCount" | "decayed" | "start">,
  form: NetworkForm,
  routines: Routines,
): NetworkVelocityModel {
  const { widths, networks, order } = form;
  return {
    kind: "network",
    ...about,
    evaluateInto(theta, cause, effect, out) {
      routines.networkPass({
        ...{ widths, networks, order, theta },
        inputs: form.inputs(cause, effect),
        atRows(from, jets) {
          const to = from + jets[0].length;
          form.fieldInto(jets, effect.subarray(from, to), {
            v: out.v.subarray(from, to),
            dvDEffect: out.dvDEffect.subarray(from, to),
            dvDCause: out.dvDCause.subarray(from, to),
          });
        },
      });
    },
    passOver(cause, effect) {
      const inputs = form.inputs(cause, effect);
      const panels = inputs.length === 1 ? panelsOf(inputs[0]) : undefined;
      return (theta, loss, gradient) => {
        const pass = (problem: NetworkProblem) =>
          panels ? networkByPanels(routines, problem, panels) : routines.networkPass(problem);
        pass({
          ...{ widths, networks, order, theta, inputs, gradient },
          atRows(from, jets, cotangents) {
            const rows = jets[0].length;
            const [field, cotangent] = [velocityField(rows), velocityField(rows)];
            const there = effect.subarray(from, from + rows);
            form.fieldInto(jets, there, field);
            loss(from, field, cotangent);
            form.pullbackInto(jets, there, cotangent, cotangents);
          },
        });
      };
    },
  };
}
