/** A text as SQL writes it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A path as a glob that matches nothing else. */
export function pathLiteral(path: string): string {
  return literal(path.replace(/[*?[]/g, "[$&]"));
}
