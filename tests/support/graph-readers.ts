/** Nodes and arcs as a reader of GraphML or DOT finds them. */
export interface ReadGraph {
  /** Names by identifier. */
  readonly nodes: ReadonlyMap<string, string>;
  readonly arcs: readonly {
    readonly from: string;
    readonly to: string;
    readonly data: Readonly<Record<string, string>>;
  }[];
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapedXml(text: string): string {
  return text.replaceAll(/&([^;]*);?/g, (whole, name: string) => {
    const meant = ENTITIES[name];
    if (meant === undefined || !whole.endsWith(";")) throw new Error(`XML: "${whole}" is no entity`);
    return meant;
  });
}

/** The root element of a well-formed document without comments, sections of data and instructions but the first. */
function parseXml(document: string): Element {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(document);
  if (!head) throw new Error("XML: no declaration");
  const wrong = /[^\t\n\r\P{Cc}]|[\ufffe\uffff]|\p{Cs}/u;
  if (wrong.test(document)) throw new Error("XML: a character that it cannot hold");
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const token = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w.:-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  token.lastIndex = head[0].length;
  for (let at = token.lastIndex; at < document.length; at = token.lastIndex) {
    const found = token.exec(document);
    if (!found) throw new Error(`XML: nothing that can stand at "${document.slice(at, at + 30)}"`);
    const [, isEnd, name = "", attributes = "", isEmpty, text] = found;
    const parent = open.at(-1) as Element;
    if (text !== undefined) parent.text += unescapedXml(text);
    else if (isEnd) {
      if (open.pop()?.name !== name) throw new Error(`XML: </${name}> ends another element`);
    } else {
      const pairs = [...attributes.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        unescapedXml(value as string),
      ]);
      if (new Set(pairs.map(([key]) => key)).size < pairs.length)
        throw new Error(`XML: an attribute twice in <${name}>`);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
      parent.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || !only || others.length > 0 || root.text.trim() !== "")
    throw new Error("XML: not one element");
  return only;
}

const VALUES: Readonly<Record<string, RegExp>> = {
  boolean: /^(true|false)$/,
  double: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/,
  string: /^/,
};

/** Reads GraphML by its rules: keys declared with domain and type, one directed graph, arcs between its nodes. */
export function readGraphMl(document: string): ReadGraph {
  const root = parseXml(document);
  const must = (isRight: boolean, what: string): void => {
    if (!isRight) throw new Error(`GraphML: ${what}`);
  };
  must(root.name === "graphml" && root.attributes.xmlns === "http://graphml.graphdrawing.org/xmlns", "no graphml");
  const keys = new Map<string, { readonly of: string; readonly type: string; readonly name: string }>();
  const nodes = new Map<string, string>();
  const arcs: ReadGraph["arcs"][number][] = [];
  const dataOf = (element: Element): Record<string, string> => {
    const data: Record<string, string> = {};
    for (const { name, attributes, text, children } of element.children) {
      const key = keys.get(attributes.key ?? "");
      must(name === "data" && children.length === 0 && key?.of === element.name, `<${name}> in <${element.name}>`);
      must(VALUES[key?.type ?? ""]?.test(text) === true, `"${text}" is not a ${key?.type}`);
      must(!Object.hasOwn(data, key?.name ?? ""), `${key?.name} twice`);
      data[key?.name as string] = text;
    }
    return data;
  };
  const graphs = root.children.filter(({ name }) => name === "graph");
  must(graphs.length === 1 && root.children.at(-1) === graphs[0], "not one graph at the end");
  for (const { name, attributes } of root.children.slice(0, -1)) {
    const { id = "", for: of = "", "attr.name": called = "", "attr.type": type = "" } = attributes;
    must(name === "key" && !keys.has(id) && called !== "" && ["node", "edge"].includes(of), `the key "${id}"`);
    must(VALUES[type] !== undefined, `the type "${type}"`);
    keys.set(id, { of, type, name: called });
  }
  const [{ attributes, children }] = graphs as [Element];
  must(attributes.edgedefault === "directed", "not directed");
  for (const element of children) {
    const { id = "", source = "", target = "", ...others } = element.attributes;
    must(Object.keys(others).length === 0, `the attributes ${Object.keys(others)}`);
    if (element.name === "node") {
      must(id !== "" && !nodes.has(id), `the node "${id}" twice`);
      nodes.set(id, dataOf(element).name as string);
    } else {
      must(element.name === "edge" && nodes.has(source) && nodes.has(target), `<${element.name}> ${source} ${target}`);
      arcs.push({ from: source, to: target, data: dataOf(element) });
    }
  }
  return { nodes, arcs };
}

/** Reads a `digraph` by the grammar of DOT: nodes and arcs with attributes, names between quotes. */
export function readDot(text: string): ReadGraph {
  const token = /\s*(?:([A-Za-z_]\w*)|"((?:[^"\\]|\\.)*)"|(->|[{}[\];=,]))/gsy;
  const tokens: { readonly word?: string; readonly quoted?: string; readonly sign?: string }[] = [];
  const end = text.trimEnd().length;
  while (token.lastIndex < end) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (!found) throw new Error(`DOT: nothing that can stand at "${text.slice(at, at + 30)}"`);
    const [, word, quoted, sign] = found;
    tokens.push({ ...(word && { word }), ...(quoted !== undefined && { quoted }), ...(sign && { sign }) });
  }
  let next = 0;
  const take = (sign: string): boolean => tokens[next]?.sign === sign && ++next > 0;
  const need = (sign: string): void => {
    if (!take(sign)) throw new Error(`DOT: no "${sign}" before ${JSON.stringify(tokens.slice(next, next + 3))}`);
  };
  const id = (): string => {
    const { word, quoted } = tokens[next++] ?? {};
    // In DOT a backslash escapes the quote alone; labels read a doubled one as one.
    const name = word ?? quoted?.replaceAll(/\\(["\\])/g, "$1");
    if (name === undefined) throw new Error(`DOT: no name before ${JSON.stringify(tokens.slice(next, next + 3))}`);
    return name;
  };
  const attributes = (): Record<string, string> => {
    const data: Record<string, string> = {};
    if (!take("[")) return data;
    while (!take("]")) {
      const key = id();
      need("=");
      if (Object.hasOwn(data, key)) throw new Error(`DOT: ${key} twice`);
      data[key] = id();
      take(",");
    }
    return data;
  };
  const nodes = new Map<string, string>();
  const arcs: ReadGraph["arcs"][number][] = [];
  if (tokens[next++]?.word !== "digraph") throw new Error("DOT: no digraph");
  need("{");
  while (!take("}")) {
    const isDefault = tokens[next]?.word === "node";
    const from = id();
    const to = take("->") ? id() : undefined;
    const data = attributes();
    take(";");
    if (to !== undefined) arcs.push({ from, to, data });
    else if (!isDefault && nodes.has(from)) throw new Error(`DOT: ${from} twice`);
    else if (!isDefault) nodes.set(from, data.label ?? from);
  }
  if (next < tokens.length) throw new Error("DOT: more after its end");
  for (const { from, to } of arcs)
    if (!nodes.has(from) || !nodes.has(to)) throw new Error(`DOT: ${from} or ${to} is new`);
  return { nodes, arcs };
}
