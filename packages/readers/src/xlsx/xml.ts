import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** What a document holds, in its order. Names are without prefixes; `attributes` is read by `attribute`. */
export interface XmlEvents {
  open?(name: string, attributes: string): void;
  /** A text may come in several parts. */
  text?(part: string): void;
  close?(name: string): void;
}

/** Takes the text of one document in pieces. */
export interface XmlReader {
  /** @throws InputError `malformed-file` */
  take(piece: string): void;
  /** @throws InputError `malformed-file` if an element is still open */
  end(): void;
}

/** Elements inside each other: those of a workbook are at most ten. */
const DEEPEST = 64;
/** Characters of a tag, a comment and the like. */
const LONGEST_TAG = 1 << 20;
const [QUOTE, APOSTROPHE, SLASH, COLON, EQUALS, GREATER, BLANK] = [34, 39, 47, 58, 61, 62, 32];
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const LONGEST_ENTITY = 12;

/**
 * A reader of the XML in workbooks, in one pass. It knows no document types, so that no entity can expand and nothing
 * outside is read.
 *
 * @cost O(length), and memory for one piece
 */
export function xmlReader(events: XmlEvents, place: string): XmlReader {
  let rest = "";
  const names: string[] = [];
  let hasRoot = false;

  const takeTag = (tag: string): void => {
    const isClosing = tag.charCodeAt(0) === SLASH;
    const isEmpty = !isClosing && tag.charCodeAt(tag.length - 1) === SLASH;
    const [from, to] = [isClosing ? 1 : 0, isEmpty ? tag.length - 1 : tag.length];
    let [nameStart, nameEnd] = [from, from];
    for (; nameEnd < to; nameEnd++) {
      const code = tag.charCodeAt(nameEnd);
      if (code <= BLANK) break;
      if (code === COLON) nameStart = nameEnd + 1;
    }
    const name = tag.slice(nameStart, nameEnd);
    if (name === "") throw malformedXml(place, "a tag without a name");
    if (isClosing) {
      const opened = names.pop();
      if (opened !== name)
        throw malformedXml(place, `</${short(name)}> where ${opened ? `<${opened}>` : "nothing"} is open`);
      events.close?.(name);
      return;
    }
    if (names.length === 0 && hasRoot) throw malformedXml(place, "two documents in one");
    hasRoot = true;
    if (names.length >= DEEPEST) throw malformedXml(place, `more than ${DEEPEST} elements inside each other`);
    events.open?.(name, tag.slice(nameEnd, to));
    if (isEmpty) events.close?.(name);
    else names.push(name);
  };

  /** Takes what is complete. @returns where the rest begins */
  const takeAll = (text: string): number => {
    let at = 0;
    while (at < text.length) {
      const tag = text.indexOf("<", at);
      if (tag !== at) {
        const end = tag < 0 ? completeEnd(text, at) : tag;
        if (end > at && names.length > 0 && events.text) events.text(unescaped(text.slice(at, end)));
        if (tag < 0) return end;
      }
      const next = text.charCodeAt(tag + 1);
      if (next !== 33 && next !== 63) {
        const end = tagEnd(text, tag + 1);
        if (end < 0) return tag;
        takeTag(text.slice(tag + 1, end));
        at = end + 1;
        continue;
      }
      const [opening, closing] = special(text, tag, place);
      if (closing === undefined) return tag;
      const end = text.indexOf(closing, tag + opening.length);
      if (end < 0) return tag;
      if (opening === "<![CDATA[") events.text?.(text.slice(tag + opening.length, end));
      at = end + closing.length;
    }
    return at;
  };

  return {
    take(piece) {
      const text = rest === "" ? piece : rest + piece;
      const end = takeAll(text);
      rest = text.slice(end);
      if (rest.length > LONGEST_TAG) throw malformedXml(place, `a tag of more than ${LONGEST_TAG} characters`);
    },
    end() {
      if (names.length > 0 || rest.trim() !== "" || !hasRoot) throw malformedXml(place, "a document that is cut off");
    },
  };
}

/** How a comment, an instruction or plain characters begin and end; no end if the text is too short to say. */
function special(text: string, at: number, place: string): readonly [opening: string, closing?: string] {
  if (text.startsWith("<?", at)) return ["<?", "?>"];
  if (text.startsWith("<!--", at)) return ["<!--", "-->"];
  if (text.startsWith("<![CDATA[", at)) return ["<![CDATA[", "]]>"];
  if ("<![CDATA[".startsWith(text.slice(at)) || "<!--".startsWith(text.slice(at))) return ["<!"];
  throw malformedXml(place, `a document type, which workbooks do not have (${short(text.slice(at, at + 20))})`);
}

/** The `>` of a tag, which may stand in its values too; -1 if it has not come yet. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === GREATER) return at;
    if (code !== QUOTE && code !== APOSTROPHE) continue;
    at = text.indexOf(code === QUOTE ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** The end of a text without an entity that may be cut off. */
function completeEnd(text: string, from: number): number {
  const entity = text.lastIndexOf("&");
  const isCut = entity >= from && text.length - entity < LONGEST_ENTITY && !text.includes(";", entity);
  return isCut ? entity : text.length;
}

/** The value of an attribute of a tag, by its name without a prefix. */
export function attribute(attributes: string, wanted: string): string | undefined {
  let at = 0;
  while (at < attributes.length) {
    if (attributes.charCodeAt(at) <= BLANK) {
      at++;
      continue;
    }
    let nameStart = at;
    for (; at < attributes.length; at++) {
      const code = attributes.charCodeAt(at);
      if (code === EQUALS || code <= BLANK) break;
      if (code === COLON) nameStart = at + 1;
    }
    const nameEnd = at;
    while (at < attributes.length && attributes.charCodeAt(at) !== QUOTE && attributes.charCodeAt(at) !== APOSTROPHE)
      at++;
    const end = attributes.indexOf(attributes.charAt(at), at + 1);
    if (at >= attributes.length || end < 0) return undefined;
    if (nameEnd - nameStart === wanted.length && attributes.startsWith(wanted, nameStart)) {
      return unescaped(attributes.slice(at + 1, end));
    }
    at = end + 1;
  }
  return undefined;
}

/** A text with its entities replaced; one that is not known stays as it is written. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The error for a part of a workbook that is not as it should be. */
export function malformedXml(place: string, value: string): InputError {
  return new InputError({
    code: "malformed-file",
    place,
    value,
    expected: "a workbook as Excel writes it",
    remedy: "Open it in a spreadsheet program and save it again as .xlsx, or as CSV.",
  });
}
