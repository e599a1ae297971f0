import { CONSTANTS, type Expression, FUNCTIONS, type Operator, PRECEDENCE } from "../../expression/expression.js";
import { constantPower, constantValue } from "../../expression/expression-value.js";
import { exp, log } from "../../primitives/elementary.js";

/** Writes value, ∂/∂effect and ∂/∂cause, in that order; NaN where the expression is undefined. */
type ExpressionAtPoint = (effect: number, cause: number, out: Float64Array) => void;

/** Numbers per slot of the tape: a value and its two derivatives. */
const SLOT = 3;

type Step = (tape: Float64Array) => void;

/**
 * Forward differentiation with dual numbers in two directions: every node of the tree becomes a step that computes its
 * value and both derivatives from those of its operands.
 *
 * @cost one step per node and point, without allocation
 */
export function compileExpression(expression: Expression): ExpressionAtPoint {
  const [effectSlot, causeSlot] = [0, SLOT];
  let used = 2 * SLOT;
  const constants: { slot: number; value: number }[] = [];
  const steps: Step[] = [];
  const reserve = () => {
    const slot = used;
    used += SLOT;
    return slot;
  };

  function emit(node: Expression): number {
    if (node.kind === "variable") return node.name === "x" ? causeSlot : effectSlot;
    if (node.kind === "number" || node.kind === "constant") {
      const slot = reserve();
      constants.push({ slot, value: node.kind === "number" ? node.value : CONSTANTS[node.name] });
      return slot;
    }
    if (node.kind === "binary") {
      const [left, right] = [emit(node.left), emit(node.right)];
      const out = reserve();
      const exponent = node.operator === "^" ? constantValue(node.right) : undefined;
      steps.push(exponent === undefined ? binaryStep(node.operator, left, right, out) : powerStep(left, exponent, out));
      return out;
    }
    const of = emit(node.of);
    const out = reserve();
    steps.push(node.kind === "negative" ? negativeStep(of, out) : chainStep(FUNCTIONS[node.name], of, out));
    return out;
  }

  const result = emit(expression);
  const tape = new Float64Array(used);
  for (const { slot, value } of constants) tape[slot] = value;
  tape[effectSlot + 1] = 1;
  tape[causeSlot + 2] = 1;
  return (effect, cause, out) => {
    tape[effectSlot] = effect;
    tape[causeSlot] = cause;
    for (let i = 0; i < steps.length; i++) steps[i](tape);
    for (let d = 0; d < SLOT; d++) out[d] = tape[result + d];
  };
}

/** outer·inner, but 0 where the inner derivative is: √0 has slope infinity, yet √(0·x) does not change. */
function chain(outer: number, inner: number): number {
  return inner === 0 ? 0 : outer * inner;
}

function negativeStep(of: number, out: number): Step {
  return (tape) => {
    for (let d = 0; d < SLOT; d++) tape[out + d] = -tape[of + d];
  };
}

function chainStep(
  f: { value(u: number): number; derivative(u: number, value: number): number },
  of: number,
  out: number,
): Step {
  return (tape) => {
    const u = tape[of];
    const value = f.value(u);
    const slope = f.derivative(u, value);
    tape[out] = value;
    for (let d = 1; d < SLOT; d++) tape[out + d] = chain(slope, tape[of + d]);
  };
}

/** A constant exponent: by multiplication if it is whole, for any base; otherwise for bases of at least 0. */
function powerStep(of: number, exponent: number, out: number): Step {
  return (tape) => {
    const slope = exponent === 0 ? 0 : exponent * constantPower(tape[of], exponent - 1);
    tape[out] = constantPower(tape[of], exponent);
    for (let d = 1; d < SLOT; d++) tape[out + d] = chain(slope, tape[of + d]);
  };
}

function binaryStep(operator: Operator, left: number, right: number, out: number): Step {
  switch (operator) {
    case "+":
      return (tape) => {
        for (let d = 0; d < SLOT; d++) tape[out + d] = tape[left + d] + tape[right + d];
      };
    case "-":
      return (tape) => {
        for (let d = 0; d < SLOT; d++) tape[out + d] = tape[left + d] - tape[right + d];
      };
    case "*":
      return (tape) => {
        const [a, b] = [tape[left], tape[right]];
        for (let d = 1; d < SLOT; d++) tape[out + d] = tape[left + d] * b + a * tape[right + d];
        tape[out] = a * b;
      };
    case "/":
      return (tape) => {
        const b = tape[right];
        const ratio = tape[left] / b;
        for (let d = 1; d < SLOT; d++) tape[out + d] = (tape[left + d] - ratio * tape[right + d]) / b;
        tape[out] = ratio;
      };
    case "^":
      return (tape) => {
        const [a, b] = [tape[left], tape[right]];
        const logBase = a > 0 ? log(a) : Number.NaN;
        const value = exp(b * logBase);
        for (let d = 1; d < SLOT; d++) {
          tape[out + d] = value * (tape[right + d] * logBase + (b * tape[left + d]) / a);
        }
        tape[out] = value;
      };
  }
}

/** The expression as text, with no more parentheses than it needs; parsing it gives the same tree. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return String(expression.value);
    case "constant":
    case "variable":
      return expression.name;
    case "call":
      return `${expression.name}(${printExpression(expression.of)})`;
    case "negative":
      return `-${within(expression.of, PRECEDENCE.sign)}`;
    case "binary": {
      const { operator, left, right } = expression;
      const binding = PRECEDENCE[operator];
      // Sums and products group to the left, powers to the right, and an exponent may have a sign.
      return operator === "^"
        ? `${within(left, PRECEDENCE.atom)}^${within(right, PRECEDENCE.sign)}`
        : `${within(left, binding)}${operator}${within(right, binding + 1)}`;
    }
  }
}

/** Its text, in parentheses if it binds less tightly than its context. */
function within(expression: Expression, binding: number): string {
  const text = printExpression(expression);
  return precedence(expression) < binding ? `(${text})` : text;
}

function precedence(expression: Expression): number {
  if (expression.kind === "binary") return PRECEDENCE[expression.operator];
  return PRECEDENCE[expression.kind === "negative" ? "sign" : "atom"];
}
