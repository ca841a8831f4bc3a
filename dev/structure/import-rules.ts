import type { Import } from "./import-graph";

/**
 * Subjects of `app/` and `db/` by rank, and what each holds: a subject may import those further down,
 * never one of its own rank or above. The table in `docs/architecture.md` is generated from this list.
 */
export const SUBJECTS: readonly Readonly<Record<string, string>>[] = [
  {
    pages: "home and text pages",
    dashboard: "sales figures and exports",
    refunds: "payments to review, refunds, sales",
    library: "purchases, downloads, receipts",
    reports: "reports of products, to the operator",
  },
  {
    withdrawals:
      "declarations of withdrawal from a contract, their proofs and acknowledgements; numbers on receipts",
  },
  { messages: "messages between buyer and seller" },
  {
    checkout:
      "the request side of a purchase: open, build, send, claim; its pages, JSON and Actions",
  },
  {
    settlement:
      "the chain side: watch, search, verify, the lifecycle, the line for stock, sweeps; runs in Durable Objects and the cron",
  },
  { reviews: "what buyers say of products, and the answers of sellers" },
  {
    licences:
      "licence keys beside the files of a product: written or generated, given, checked by programs",
  },
  {
    orders:
      "the kernel of both: order, terms, states, ledger kinds, the rule before a settlement, deleting a product",
  },
  {
    affiliates:
      "people who recommend a product: applications, invitations, referrals, their figures",
    bundles: "products sold together: what they consist of, and the pages of sellers for them",
    codes: "discount codes: what they take off, their limits, and the pages of sellers for them",
    storefront: "a seller's public page and its editor",
    shop: "the catalogue, search, favourites",
    sharing:
      "authors who share in the sales of a product: invitations, changes, what they received",
  },
  { products: "publish, edit, uploads, pictures, file versions, prices and fees" },
  { accounts: "login methods, sessions, profile, deletion, merge; `google/`" },
  { images: "formats of images: parse, remove metadata, sizes, shapes to draw" },
  { rates: "what a price in SOL is worth in euros and dollars, as a sign beside it" },
  { wallet: "browser only: discovery, sign-in, signing; `demo/`" },
  { http: "the request pipeline: access table, origin check, session, errors, headers, limits" },
  { ui: "shared components and hooks" },
  { solana: "addresses, transactions, RPC types" },
  { lib: "base64, lamports, problems, interfaces of clock and ids" },
];
const RANK: ReadonlyMap<string, number> = new Map(
  [...SUBJECTS]
    .reverse()
    .flatMap((subjects, rank) => Object.keys(subjects).map((subject) => [subject, rank])),
);

/** Shared folders without layers. `http` is for the layers that answer requests. */
const SHARED = new Set(["lib", "solana", "ui", "wallet", "http"]);

/** What a layer of a subject may import: layers of its own and lower subjects, and shared folders. */
const LAYERS: Record<string, { layers: readonly string[]; shared: readonly string[] }> = {
  rules: { layers: ["rules"], shared: ["lib", "solana"] },
  ports: { layers: ["rules", "ports"], shared: ["lib", "solana"] },
  "use-cases": { layers: ["rules", "ports", "use-cases"], shared: ["lib", "solana"] },
  http: {
    layers: ["rules", "ports", "use-cases", "http", "google"],
    shared: ["lib", "solana", "http"],
  },
  ui: { layers: ["rules", "ui", "google"], shared: ["lib", "solana", "ui", "wallet"] },
  routes: {
    layers: ["rules", "ports", "use-cases", "http", "ui", "routes", "google"],
    shared: ["lib", "solana", "ui", "wallet", "http"],
  },
};

/** A package that could be published: it imports nothing of the product, which imports its entry. */
const CHAIN = "dev/chain/";

/** The rule that an import breaks, or null. Paths from the root of the repository. */
export function violationOf({ from, to, isType }: Import): string | null {
  const [fromTop = ""] = from.split("/");
  const [toTop = ""] = to.split("/");
  if (from.startsWith(CHAIN))
    return to.startsWith(CHAIN) ? null : "dev/chain is a package of its own";
  if (to.startsWith(CHAIN) && to !== `${CHAIN}index.ts`)
    return "dev/chain is imported by its entry";
  if (fromTop === "dev" || fromTop === "tests" || fromTop === "bench") return null;
  if (fromTop === "workers") return null;
  if (fromTop === "db") return violationInDb(from, to);
  if (fromTop !== "app") return toTop === fromTop ? null : `${fromTop} imports nothing`;
  if (toTop === "locales") return subjectOf(from) === "http" ? null : "texts come by app/http";
  if (toTop === "db") {
    return isType && ["ports", "use-cases"].includes(layerOf(from))
      ? rankViolation(from, to)
      : "app does not import db";
  }
  if (toTop !== "app") return `app does not import ${toTop}`;
  return violationInApp(from, to);
}

function violationInApp(from: string, to: string): string | null {
  const here = subjectOf(from);
  const there = subjectOf(to);
  // root.tsx and entry.* are above all subjects.
  if (here === null) return null;
  if (there === null) return `${to} is imported by the framework only`;
  const refusal = rankViolation(from, to);
  if (refusal || SHARED.has(here)) return refusal;
  const rule = LAYERS[layerOf(from)];
  // `accounts/google` is a subject of its own inside accounts.
  if (!rule) return layerOf(from) === "google" ? null : `${layerOf(from)} is not a layer`;
  if (SHARED.has(there)) return rule.shared.includes(there) ? null : `${from} reaches ${there}`;
  return rule.layers.includes(layerOf(to)) ? null : `${layerOf(from)} is not above ${layerOf(to)}`;
}

/** Repositories import the rules and interfaces of their and lower subjects, and one another likewise. */
function violationInDb(from: string, to: string): string | null {
  if (to.startsWith("db/")) return rankViolation(from, to);
  const subject = subjectOf(to);
  const isFree = subject === "lib" || subject === "solana";
  if (!to.startsWith("app/") || !(isFree || ["rules", "ports"].includes(layerOf(to))))
    return "db imports rules and interfaces only";
  return rankViolation(from, to);
}

/** What breaks the order of subjects; null also where one of the files belongs to none. */
function rankViolation(from: string, to: string): string | null {
  const here = subjectOf(from);
  const there = subjectOf(to);
  if (here === null || there === null) return null;
  const [rank, target] = [RANK.get(here), RANK.get(there)];
  if (rank === undefined || target === undefined) return `${here} or ${there} has no rank`;
  return here !== there && target >= rank ? `${here} is not above ${there}` : null;
}

/** The schema of all subjects, and what they share. */
const COMMON_SCHEMA = /^db\/schema\/(index|columns)\.ts$/;

/**
 * `app/orders/rules/order.ts` and `db/schema/orders.ts` belong to `orders`; files directly in `app/` or
 * `db/` to none.
 */
function subjectOf(path: string): string | null {
  if (COMMON_SCHEMA.test(path)) return null;
  const [, subject, ...rest] = path.replace(/^db\/schema\/(\w+)\.ts$/, "db/$1/schema").split("/");
  return subject && rest.length > 0 ? subject : null;
}

/**
 * The folder inside the subject; `ports` for `ports.ts`. A file named after its subject makes the use
 * cases from their ports, and is one of them.
 */
function layerOf(path: string): string {
  const [, subject = "", folder = ""] = path.split("/");
  const layer = folder.replace(/\.ts$/, "");
  return layer === subject ? "use-cases" : layer;
}
