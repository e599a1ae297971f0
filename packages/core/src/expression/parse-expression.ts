import { CONSTANTS, type Condition, type Expression, FUNCTIONS } from "./expression.js";
import { parserOf, type Vocabulary } from "./expression-parser.js";
import { contentOf } from "./tokens.js";

const MOST_EXPRESSIONS = 100;

const FUNCTION_NAMES = Object.keys(FUNCTIONS).join(", ");
const CONSTANT_NAMES = Object.keys(CONSTANTS).join(", ");

const BASIS_NAMES: ReadonlyMap<string, "x" | "y"> = new Map([
  ["x", "x"],
  ["cause", "x"],
  ["y", "y"],
  ["effect", "y"],
]);

const BASIS: Vocabulary<"x" | "y"> = {
  use: "basis",
  variable: (name) => BASIS_NAMES.get(name),
  names: `x or cause, y or effect, ${CONSTANT_NAMES}, or a function: ${FUNCTION_NAMES}`,
  operand: "a number, x, y, a function or (",
  near: () => undefined,
};

/** How the columns of a table are found by the names in a text. */
export interface ColumnNames {
  /** The position of a column; undefined if there is none. @throws InputError `ambiguous-column` */
  find(name: string): number | undefined;
  /** The name that was probably meant. */
  near(name: string): string | undefined;
}

function columnVocabulary(use: "with" | "where", columns: ColumnNames): Vocabulary<number> {
  return {
    use,
    variable: (name) => columns.find(name),
    near: (name) => columns.near(name),
    names: `a column, ${use === "where" ? 'text in quotes ("f"), ' : ""}${CONSTANT_NAMES}, or a function: ${FUNCTION_NAMES}`,
    operand: "a number, a column, a function or (",
  };
}

/**
 * Reads basis functions in x and y, separated by commas.
 *
 * @throws InputError `wrong-basis` that points at the mistake
 */
export function parseExpressions(text: string): Expression[] {
  const parser = parserOf(text, BASIS);
  const expressions = [parser.number()];
  while (parser.isNext(",")) {
    if (expressions.length === MOST_EXPRESSIONS) {
      parser.fail(parser.next(), `at most ${MOST_EXPRESSIONS} functions`, "one too many");
    }
    parser.take();
    expressions.push(parser.number());
  }
  parser.end("an operator such as * (2*x, not 2x), a comma or the end");
  return expressions;
}

/** A new column: its name, and the expression for its values in the positions of others. */
export interface Formula {
  readonly name: string;
  readonly expression: Expression<number>;
}

/**
 * Reads "bmi = weight / height^2". A name with blanks or operators stands in brackets: [blood pressure].
 *
 * @throws InputError `wrong-expression` that points at the mistake; `ambiguous-column`
 */
export function parseFormula(text: string, columns: ColumnNames): Formula {
  const parser = parserOf(text, columnVocabulary("with", columns));
  const name = parser.take();
  if (name.kind !== "name" && name.kind !== "column") {
    parser.fail(name, 'a name for the new column, as in "bmi = weight / height^2"');
  }
  if (!parser.isNext("=")) parser.fail(parser.next(), '= after the name, as in "bmi = weight / height^2"');
  parser.take();
  const expression = parser.number();
  parser.end("an operator such as * (2*x, not 2x) or the end");
  return { name: (name.kind === "column" ? contentOf(name) : name.text).trim(), expression };
}

/**
 * Reads `age > 18 and not sex == "f"`. Names as in `parseFormula`; text in quotes of either kind.
 *
 * @throws InputError `wrong-expression` that points at the mistake; `ambiguous-column`
 */
export function parseCondition(text: string, columns: ColumnNames): Condition<number> {
  const parser = parserOf(text, columnVocabulary("where", columns));
  const condition = parser.condition();
  parser.end("an operator, and, or, or the end");
  return condition;
}
