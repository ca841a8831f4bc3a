export interface MeteredRequest {
  /** With its query. */
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

interface Target {
  /** An address that exists. */
  path: string;
  /** Its pattern, as in the route table. */
  pattern: string;
  methods: readonly string[];
  /** True where a visitor's query is read. */
  readsQuery: boolean;
  /** Ends each query: what an address is not answered without. */
  queryEnd?: string;
  /** Of the app: what unsafe methods send. */
  origin: string;
}

/** What a request may have of path, query, cookies and headers. */
const MAX_CHARS = 8_000;

const repeat = (part: string, chars = MAX_CHARS) =>
  part.repeat(Math.floor(chars / part.length)).slice(0, chars);

/** Parts of text that some program takes long for: patterns, foldings, splits, encodings. */
const TEXTS = [
  "a",
  "0",
  "9",
  " ",
  "a ",
  ",",
  "x,",
  "-",
  "..",
  "'\"",
  "<a>",
  "%",
  "(a+)+",
  "é",
  "e\u0301\u0323",
  // One character that a folding makes 18 of.
  "\ufdfa",
  "\u200b",
  "😀",
  "ſ",
  "1.",
  "a@a.",
  "http://a.",
];
const encoded = TEXTS.map((text) => repeat(encodeURIComponent(text)).replace(/%.?$/, ""));

const LONG_ENDS = [
  "/",
  "/a",
  "/%61",
  "%2F",
  "/.",
  "a",
  "%C3%A9",
  "%E0%A4",
  "/%",
  ".data",
  ";a",
  "/:a",
];
/** Those of 8,000 characters, and what stays below the bound on paths. */
const PATH_ENDS = [
  ...LONG_ENDS.map((part) => repeat(part)),
  ...LONG_ENDS.filter((part) => !part.startsWith("/")).map((part) => repeat(part, 900)),
  "/a/a/a/a/a/a/a/a",
  "/%/%/%/%/%/%/%/%",
];

/** Of all pages, and of what the router asks for. */
const QUERY_NAMES = [
  "q",
  "category",
  "subcategory",
  "type",
  "min",
  "max",
  "sort",
  "page",
  "view",
  "favs",
  "product",
  "ids",
  "to",
  "lang",
  "mode",
  "code",
  "state",
  "period",
  "from",
  "cursor",
  "intent",
  "p",
  "version",
  "index",
  "_routes",
  "_data",
];

const QUERIES = [
  ...QUERY_NAMES.flatMap((name, at) =>
    [at, at + 9].map((n) => `${name}=${encoded[n % encoded.length]}`),
  ),
  repeat("a=1&"),
  repeat("&"),
  repeat("p=%2Fa&"),
  repeat("q=a&category=1&"),
  `q=${repeat("a%20b%20c%20")}&sort=popular&min=0.01&max=9`,
  `p=${repeat("%2Fa", 7_600)}`,
  `p=${repeat("%2F", 7_600)}`,
];

const SIGNED = `eyJhIjoi${repeat("YWFh", 3_000)}.${"A".repeat(43)}`;
const DEVICE = `${"A".repeat(22)}.${"B".repeat(43)}`;
const COOKIES = [
  repeat("a=b; "),
  repeat("=;"),
  repeat(";"),
  repeat("locale=xx; "),
  repeat(`session=${"x".repeat(43)}; `),
  `session=${"x".repeat(43)}`,
  repeat("session=short; "),
  `google=${SIGNED}`,
  repeat(`google=${SIGNED.slice(0, 200)}; `),
  `shown-codes=${"A".repeat(2_000)}`,
  `device=${DEVICE}~${DEVICE}~${DEVICE}`,
  `tz=${repeat("a/")}`,
  "tz=America/Argentina/Buenos_Aires",
  `flash=${"a.".repeat(30)}`,
  `bookmark=${"0".repeat(8)}-${"0".repeat(8)}-${"0".repeat(8)}-${"0".repeat(32)}`,
];

const HEADERS: Record<string, string>[] = [
  { "Accept-Language": repeat("fr;q=0.1,") },
  { "Accept-Language": repeat("a-") },
  { "User-Agent": repeat("bot ") },
  { "User-Agent": repeat("Mozilla/5.0 (X11; ") },
  { "User-Agent": repeat("a") },
  { "User-Agent": repeat("(compatible; ") },
  { Referer: `http://localhost/${repeat("a/")}` },
  { Range: `bytes=${repeat("0-0,")}0-0` },
  { "If-None-Match": repeat('"a",') },
  { "If-Modified-Since": repeat("1 ") },
  { Accept: repeat("text/html;q=0.1,") },
  { "CF-Connecting-IP": repeat("1:") },
  { "X-Forwarded-Host": repeat("a.") },
  { Authorization: `Bearer ${repeat("a")}` },
  { "Sec-Purpose": "prefetch" },
  Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`X-Header-${n}`, "a".repeat(100)])),
];

const BODIES = [
  `{"a":${repeat("[")}`,
  JSON.stringify({ address: repeat("1"), message: repeat("A"), signature: repeat("A") }),
  JSON.stringify({ productId: repeat("a"), account: repeat("1"), transaction: repeat("A") }),
  repeat("a=1&"),
  `intent=sign-in&email=${repeat("a@a.", 7_000)}&password=${"x".repeat(500)}`,
  `intent=sign-in&email=a%40example.com&password=${repeat("é", 500)}`,
  repeat("%"),
];

/** Requests with one hostile part each, then `random` ones of several parts, the same in each run. */
export function* hostileRequests(target: Target, random: number): Generator<MeteredRequest> {
  const pick = randomPicker(target.pattern);
  const { path, methods } = target;
  const [method = "GET"] = methods;
  const make = (parts: Partial<Parts>) => requestOf(target, { method, ...parts });
  for (const end of PATH_ENDS) yield make({ path: path + end });
  for (const name of target.pattern.match(/:\w+|\*/g) ?? []) {
    const before = target.pattern.slice(0, target.pattern.indexOf(name));
    for (const end of PATH_ENDS) yield make({ path: before + end });
  }
  if (target.readsQuery) for (const query of QUERIES) yield make({ query });
  for (const cookie of COOKIES) yield make({ cookie });
  for (const headers of HEADERS) yield make({ headers });
  const isUnsafe = method !== "GET" && method !== "OPTIONS";
  if (isUnsafe) for (const body of BODIES) yield make({ body });
  for (let n = 0; n < random; n++) {
    yield make({
      method: pick(methods),
      path: pick([path, `${path}.data`, path + pick(PATH_ENDS).slice(0, 3_000)]),
      query: `${pick(QUERIES).slice(0, 3_000)}&${pick(QUERIES).slice(0, 2_000)}`,
      cookie: pick(COOKIES).slice(0, 3_000),
      headers: pick(HEADERS),
      ...(isUnsafe && { body: pick(BODIES) }),
    });
  }
}

interface Parts {
  method: string;
  path: string;
  query: string;
  cookie: string;
  headers: Record<string, string>;
  body: string;
}

function requestOf(target: Target, parts: Partial<Parts> & { method: string }): MeteredRequest {
  const { method, path = target.path, cookie, headers, body } = parts;
  const query = [parts.query, target.queryEnd].filter(Boolean).join("&");
  const isForm = body !== undefined && !/^[{[]/.test(body);
  return {
    method,
    path: query ? `${path}?${query}` : path,
    headers: {
      ...headers,
      ...(method !== "GET" && method !== "HEAD" && { Origin: target.origin }),
      ...(cookie && { Cookie: cookie }),
      ...(body && {
        "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      }),
    },
    ...(body && { body }),
  };
}

/** Chooses at random, by a linear congruential generator that starts with the name. */
function randomPicker(name: string) {
  let state = [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7);
  return <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as T;
  };
}
