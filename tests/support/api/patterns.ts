/** Values of earlier examples, by the names that the examples give them. */
export type Variables = Map<string, string>;

const VALUE_PATTERNS: Record<string, string> = {
  uuid: "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
  /** Base64url. */
  token: "[\\w-]+",
  /** Base58, 32 bytes. */
  address: "[1-9A-HJ-NP-Za-km-z]{32,44}",
  /** Base58, 64 bytes. */
  signature: "[1-9A-HJ-NP-Za-km-z]{64,88}",
  base64: "[A-Za-z0-9+/]+={0,2}",
  /** ISO 8601 in UTC. */
  time: "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z",
  text: "[\\s\\S]+",
};

const PLACEHOLDER = /(\{\w+\}|<(?:\w+: )?\w+>)/;

/** Replaces `{name}` by its value, encoded by `encode`. */
export function fillIn(text: string, known: Variables, encode = (value: string) => value): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => encode(variable(name, known)));
}

/** Mismatches of a text with a pattern; stores named values. */
export function textMismatches(
  pattern: string,
  found: string,
  known: Variables,
  at: string,
): string[] {
  const names: string[] = [];
  const source = pattern.split(PLACEHOLDER).map((piece) => {
    if (/^\{\w+\}$/.test(piece)) return escaped(variable(piece.slice(1, -1), known));
    const [, name, kind] = /^<(?:(\w+): )?(\w+)>$/.exec(piece) ?? [];
    if (!kind) return escaped(piece);
    if (!VALUE_PATTERNS[kind]) throw new Error(`no kind of value: ${piece}`);
    if (!name) return `(?:${VALUE_PATTERNS[kind]})`;
    names.push(name);
    return `(${VALUE_PATTERNS[kind]})`;
  });
  const match = new RegExp(`^${source.join("")}$`).exec(found);
  if (!match) return [`${at} is ${JSON.stringify(found)}, not ${pattern}`];
  for (const [index, name] of names.entries()) known.set(name, match[index + 1] ?? "");
  return [];
}

/** Mismatches of a JSON value with a pattern: other keys, another type, another value. */
export function jsonMismatches(
  pattern: unknown,
  found: unknown,
  known: Variables,
  at = "body",
): string[] {
  const integer = typeof pattern === "string" && /^<(?:(\w+): )?integer>$/.exec(pattern);
  if (integer) {
    if (!Number.isInteger(found)) return [`${at} is no integer`];
    if (integer[1]) known.set(integer[1], String(found));
    return [];
  }
  if (typeof pattern === "string" && typeof found === "string") {
    return textMismatches(pattern, found, known, at);
  }
  if (!isObject(pattern) || !isObject(found) || Array.isArray(pattern) !== Array.isArray(found)) {
    return pattern === found ? [] : [`${at} is ${JSON.stringify(found)}`];
  }
  const keys = [...new Set([...Object.keys(pattern), ...Object.keys(found)])];
  return keys.flatMap((key) => {
    if (!(key in pattern)) return [`${at}.${key} is not in the example`];
    if (!(key in found)) return [`${at}.${key} is missing`];
    return jsonMismatches(pattern[key], found[key], known, `${at}.${key}`);
  });
}

function variable(name: string, known: Variables): string {
  const value = known.get(name);
  if (value === undefined) throw new Error(`no value for {${name}}`);
  return value;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
