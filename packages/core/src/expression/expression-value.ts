import { power, wholePower } from "../primitives/elementary.js";
import {
  CONSTANTS,
  type Comparison,
  type Condition,
  type Expression,
  FUNCTIONS,
  mentions,
  type Operator,
} from "./expression.js";

/** The value of something in a row; NaN where it has none. */
export type RowValue = (row: number) => number;

/**
 * The value of an expression in every row: NaN or an infinity where it is undefined.
 *
 * @param variable the values of a variable     @cost one call for each node and row, without allocation
 */
export function expressionValue<Variable>(
  expression: Expression<Variable>,
  variable: (name: Variable) => RowValue,
): RowValue {
  switch (expression.kind) {
    case "number": {
      const { value } = expression;
      return () => value;
    }
    case "constant": {
      const value = CONSTANTS[expression.name];
      return () => value;
    }
    case "variable":
      return variable(expression.name);
    case "negative": {
      const of = expressionValue(expression.of, variable);
      return (row) => -of(row);
    }
    case "call": {
      const of = expressionValue(expression.of, variable);
      const { value } = FUNCTIONS[expression.name];
      return (row) => value(of(row));
    }
    case "binary": {
      const [left, right] = [expression.left, expression.right].map((side) => expressionValue(side, variable));
      return binaryValue(expression.operator, left, right, constantValue(expression.right));
    }
  }
}

function binaryValue(operator: Operator, left: RowValue, right: RowValue, exponent: number | undefined): RowValue {
  switch (operator) {
    case "+":
      return (row) => left(row) + right(row);
    case "-":
      return (row) => left(row) - right(row);
    case "*":
      return (row) => left(row) * right(row);
    case "/":
      return (row) => left(row) / right(row);
    case "^":
      return exponent === undefined
        ? (row) => realPower(left(row), right(row))
        : (row) => constantPower(left(row), exponent);
  }
}

/** A power with a constant exponent: by multiplication if it is whole, for any base; otherwise as `realPower`. */
export function constantPower(base: number, exponent: number): number {
  return Number.isInteger(exponent) ? wholePower(base, exponent) : realPower(base, exponent);
}

/** A power of a number of at least 0; NaN of any other. */
function realPower(base: number, exponent: number): number {
  if (base > 0) return power(base, exponent);
  if (base === 0) return exponent > 0 ? 0 : Infinity;
  return Number.NaN;
}

/** The value of an expression without variables; undefined for any other. */
export function constantValue<Variable>(expression: Expression<Variable>): number | undefined {
  return mentions(expression) ? undefined : expressionValue(expression, () => () => Number.NaN)(0);
}

/** The comparisons of two numbers. */
export const COMPARE: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/**
 * Whether a condition holds in a row: 1 if it does, 0 if not, NaN if that is not known because a value is missing. False
 * and anything is false, true or anything is true: an unknown part does not always matter.
 *
 * @param textIn how a variable compares with a text, in the same way
 */
export function conditionValue<Variable>(
  condition: Condition<Variable>,
  variable: (name: Variable) => RowValue,
  textIn: (name: Variable, text: string, operator: Comparison) => RowValue,
): RowValue {
  switch (condition.kind) {
    case "comparison": {
      const [left, right] = [condition.left, condition.right].map((side) => expressionValue(side, variable));
      const compare = COMPARE[condition.operator];
      return (row) => {
        const [a, b] = [left(row), right(row)];
        return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Number(compare(a, b));
      };
    }
    case "text":
      return textIn(condition.name, condition.text, condition.operator);
    case "not": {
      const of = conditionValue(condition.of, variable, textIn);
      return (row) => 1 - of(row);
    }
    case "and":
    case "or": {
      const [left, right] = [condition.left, condition.right].map((side) => conditionValue(side, variable, textIn));
      const decisive = condition.kind === "and" ? 0 : 1;
      return (row) => {
        const [a, b] = [left(row), right(row)];
        if (a === decisive || b === decisive) return decisive;
        return Number.isNaN(a) ? a : b;
      };
    }
  }
}
