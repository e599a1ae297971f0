/** A column's name, with its number where others have the same. */
export function columnLabel(columns: readonly { readonly name: string }[], index: number): string {
  const { name } = columns[index];
  return columns.filter((other) => other.name === name).length > 1 ? `${name} (${index + 1})` : name;
}
