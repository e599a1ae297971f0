/** Words of the first text cell of a row that sums up others, in lower case. */
const TOTALS: ReadonlySet<string> = /* @__PURE__ */ wordSet([
  "total|totals|grand total|grand totals|sub total|subtotal|subtotals|sub-total|sum|sums|total sum|sum total",
  "overall total|all total|summe|summen|gesamt|gesamtsumme|insgesamt|zwischensumme|endsumme|gesamtergebnis",
  "ergebnis gesamt|somme|total général|total general|sous-total|suma|sumas|total geral|somma|totale|totali",
  "totale generale|totaal|eindtotaal|subtotaal|som|razem|suma końcowa|ogółem|celkem|součet|spolu|összesen|summa",
  "ensemble|overall|zusammen|svega|общо|yhteensä|totalt|i alt|samtals|kokku|iš viso|kopā|skupaj|ukupno|toplam|genel toplam|итого|всего|сумма|разом",
  'всього|σύνολο|סה"כ|الإجمالي|المجموع|合计|合計|总计|總計|小计|小計|総計|합계|총계|소계|कुल|รวม|tổng|tổng cộng|jumlah',
]);
/** The same for rows that count only at the end of a table: elsewhere the words name groups. */
const SUMMARIES: ReadonlySet<string> = /* @__PURE__ */ wordSet([
  "average|averages|mean|means|median|minimum|maximum|min|max|std|std dev|stdev|std. dev|standard deviation|sd",
  "count|mittelwert|mittel|durchschnitt|standardabweichung|anzahl|moyenne|médiane|écart-type|media|promedio",
  "mediana|desviación estándar|média|desvio padrão|gemiddelde|średnia|medelvärde|среднее|平均|平均值",
]);
/** The same for rows right behind such a row; nothing may follow these words, which are short, as marks are. */
const FOLLOWERS: ReadonlySet<string> = /* @__PURE__ */ wordSet([
  "n|se|sem|std err|cv|cv%|%cv|rsd|%rsd|var|variance|range",
]);
const LONGEST_WORD = 24;
const [BLANK, ZERO, NINE] = [32, 48, 57];
/** For each first letter the lengths of words, as bits; a colon and blanks may follow a word. */
const LENGTHS = /* @__PURE__ */ lengthsOf([TOTALS, SUMMARIES], FOLLOWERS);
const TOTAL_LENGTHS = /* @__PURE__ */ lengthsOf([TOTALS]);

function wordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split("|")));
}

function lengthsOf(sets: readonly ReadonlySet<string>[], alone?: ReadonlySet<string>): Uint32Array {
  const lengths = new Uint32Array(1 << 16);
  const note = (word: string, bits: number): void => {
    for (const letter of [word, word.toUpperCase()]) lengths[letter.charCodeAt(0)] |= bits << word.length;
  };
  for (const words of sets) for (const word of words) note(word, 7);
  for (const word of alone ?? []) note(word, 1);
  return lengths;
}

/** A quick look: whether the word between two places may be one of those. None ends with a digit, as many labels do. */
export function mayBeWord(line: string, from: number, to: number, lengths = LENGTHS): boolean {
  const length = to - from;
  if (length > LONGEST_WORD || (lengths[line.charCodeAt(from)] & (1 << length)) === 0) return false;
  const last = line.charCodeAt(to - 1);
  return last < ZERO || last > NINE;
}

const LONGEST_LABEL = 60;

/** A quick look: whether the first or the last word of a cell of several may be a total. */
export function mayHaveWord(line: string, from: number, to: number): boolean {
  if (to - from > LONGEST_LABEL) return false;
  let first = from;
  while (first < to && line.charCodeAt(first) !== BLANK) first++;
  if (first === to) return false;
  let last = to;
  while (line.charCodeAt(last - 1) !== BLANK) last--;
  return mayBeWord(line, from, first, TOTAL_LENGTHS) || mayBeWord(line, last, to, TOTAL_LENGTHS);
}

/** What a cell such as "East Total" or "Total: East" sums up, in lower case; undefined if it has no word for a total. */
export function summedUp(cell: string): string | undefined {
  if (cell.length > LONGEST_LABEL) return undefined;
  const words = cell
    .toLowerCase()
    .trim()
    .split(/[\s:]+/);
  const [first, last] = [words[0], words[words.length - 1]];
  const rest = TOTALS.has(first) ? words.slice(1) : TOTALS.has(last) ? words.slice(0, -1) : [];
  return rest.length > 0 ? rest.filter((word, i) => i > 0 || !LINKS.has(word)).join(" ") : undefined;
}

const LINKS: ReadonlySet<string> = new Set(["for", "of", "-", "–"]);

/** Whether a cell is a word for a total. */
export function isTotal(cell: string): boolean {
  return wordKind(cell.trim()) === "total";
}

const SHORT_CODE = /^(?:[A-Z]{2,4}|[a-z]{2,4})$/;

/** Whether a cell is a code of so many letters, all in one case, as those of countries are. */
export function isShortCode(cell: string, length: number): boolean {
  return cell.length === length && SHORT_CODE.test(cell);
}

/** What the word in a cell says about its row. */
export function wordKind(cell: string): "total" | "summary" | "follower" | undefined {
  if (!mayBeWord(cell, 0, cell.length)) return undefined;
  const word = cell
    .toLowerCase()
    .replace(/\s*[:.=]?\s*$/, "")
    .replaceAll(/\s+/g, " ");
  if (TOTALS.has(word)) return "total";
  return SUMMARIES.has(word) ? "summary" : FOLLOWERS.has(word) ? "follower" : undefined;
}

const NOTE =
  /^(?:[*†‡§©]|\(?\d\)\s|sources?\b|notes?\b|data sources?\b|footnotes?\b|quellen?\b|anmerkung|hinweis|fuentes?\b|notas?\b|fontes?\b|fonti\b|remarques?\b|bron\b|opmerking|źródło|uwag|источник|примечани|出典|注|资料来源|generated\b|exported\b|created\b|copyright\b|as of\b|stand\b|last updated\b|end of\b)/i;

/** Whether a text reads like a note below a table. */
export function isNote(cell: string): boolean {
  return NOTE.test(cell.trim());
}
