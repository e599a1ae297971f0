/**
 * An address that stands where none belongs may be quoted in a complaint: without its user and password, unless these
 * words stand there for what belongs in their place.
 */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/(\b\w+:\/\/)(?!USER:PASSWORD@)[^\s"'/@]*:[^\s"']*@/g, "$1…@");
}
