/** Names of the columns of a graph: those that share one get their numbers in the table beside it. */
export function graphNames(columns: readonly { readonly number: number; readonly name: string }[]): string[] {
  return columns.map(({ number, name }) => {
    const isShared = columns.filter((other) => other.name === name).length > 1;
    return isShared ? `${name} [${number}]` : name;
  });
}
