/**
 * Names of the columns of a graph: those that share one get their numbers in the table beside it, and so do those that
 * are called by such a name already.
 */
export function graphNames(columns: readonly { readonly number: number; readonly name: string }[]): string[] {
  const names = columns.map(({ name }) => name);
  const count = (name: string): number => names.filter((other) => other === name).length;
  const shared = columns.flatMap(({ name }, k) => (count(name) > 1 ? [k] : []));
  if (shared.length === 0) return names;
  return graphNames(
    columns.map(({ number, name }, k) => ({ number, name: shared.includes(k) ? `${name} [${number}]` : name })),
  );
}
