import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./sources";

export const COUNTS_PATH = join(ROOT, "bench/support/sale-counts.json");
export const DOCUMENT_PATH = join(ROOT, "docs/scale.md");

/** What one order costs, of one kind. */
export interface OrderCosts {
  requests: number;
  d1Queries: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  r2ClassA: number;
  r2ClassB: number;
  /** Alarms included. */
  objectRequests: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  rpcCalls: number;
  /** D1 rows written, by phase. */
  writtenBy: Record<string, number>;
  /** Calls of both nodes, by method. */
  rpcBy: Record<string, number>;
}

export interface SaleCounts {
  orders: Record<string, OrderCosts>;
  /** Of the database, with indexes and the search index. */
  bytes: { product: number; sale: number };
}

const COLUMNS = [
  ["requests", "requests"],
  ["d1Queries", "D1 statements"],
  ["d1RowsRead", "rows read"],
  ["d1RowsWritten", "rows written"],
  ["r2ClassA", "R2 class A"],
  ["r2ClassB", "R2 class B"],
  ["objectRequests", "object requests"],
  ["objectRowsRead", "object rows read"],
  ["objectRowsWritten", "object rows written"],
  ["rpcCalls", "RPC calls"],
] as const satisfies readonly (readonly [keyof OrderCosts, string])[];

export const COUNTED = COLUMNS.map(([key]) => key);

type Priced = Exclude<(typeof COUNTED)[number], "d1Queries">;
type Prices = Record<Priced | "cpuMs" | "objectGbSeconds", { perMillion: number }> & {
  assumed: { cpuMsPerRequest: number; activeMsPerObjectRequest: number; objectGb: number };
};

/** An order that is paid, and one that was opened and left, as most are: once the transaction was built. */
const PAID = "page, account, unlimited";
const LEFT = "left before a wallet asked";
const LEFT_BUILT = "left after the transaction was built";

export const readCounts = () => JSON.parse(readFileSync(COUNTS_PATH, "utf8")) as SaleCounts;

/** The tables of `docs/scale.md`, from the counts and the prices. */
export function scaleTables(counts: SaleCounts): string {
  return [
    ordersTable(counts),
    phasesTable(counts),
    callsTable(counts),
    ratesTable(counts),
    sizesTable(counts),
    costTable(counts),
  ].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const number = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });

function ordersTable({ orders }: SaleCounts): string {
  const rows = Object.entries(orders).map(([kind, costs]) => [
    kind,
    ...COUNTED.map((key) => number(costs[key])),
  ]);
  return `## What an order costs\n\n${table(["order", ...COLUMNS.map(([, name]) => name)], rows)}`;
}

function phasesTable({ orders }: SaleCounts): string {
  const phases = [...new Set(Object.values(orders).flatMap((one) => Object.keys(one.writtenBy)))];
  const rows = Object.entries(orders).map(([kind, { writtenBy, d1RowsWritten }]) => [
    kind,
    ...phases.map((phase) => writtenBy[phase] ?? ""),
    d1RowsWritten,
  ]);
  return `## Rows written in D1, by phase\n\n${table(["order", ...phases, "sum"], rows)}`;
}

function callsTable({ orders }: SaleCounts): string {
  const methods = [
    ...new Set(Object.values(orders).flatMap((one) => Object.keys(one.rpcBy))),
  ].sort();
  const rows = Object.entries(orders).map(([kind, { rpcBy }]) => [
    kind,
    ...methods.map((method) => rpcBy[method] ?? ""),
  ]);
  return `## Calls of two nodes, by method\n\n${table(["order", ...methods.map((one) => `\`${one}\``)], rows)}`;
}

/** The orders of a number of sales, where 70 % of all are left: half of those after the transaction was built. */
function withLeft({ orders }: SaleCounts, key: (typeof COUNTED)[number], sales: number): number {
  const of = (kind: string) => orders[kind]?.[key] ?? 0;
  const left = (sales * 7) / 3;
  return sales * of(PAID) + (left / 2) * (of(LEFT) + of(LEFT_BUILT));
}

function ratesTable(counts: SaleCounts): string {
  const rates = [10, 100, 1_000];
  const perSecond = (key: (typeof COUNTED)[number]) =>
    rates.map((sales) => number(withLeft(counts, key, sales) / 60));
  const rows = [
    ["D1 statements a second", ...perSecond("d1Queries")],
    ["D1 rows written a second", ...perSecond("d1RowsWritten")],
    ["requests a second", ...perSecond("requests")],
    ["object requests a second", ...perSecond("objectRequests")],
    ["RPC calls a second", ...perSecond("rpcCalls")],
    [
      "GB that sales add to D1 a day",
      ...rates.map((sales) => number((sales * 1_440 * counts.bytes.sale) / 1e9)),
    ],
    [
      "days until 10 GB",
      ...rates.map((sales) => number(1e10 / (sales * 1_440 * counts.bytes.sale))),
    ],
  ];
  const head = ["", ...rates.map((sales) => `${number(sales)} sales a minute`)];
  return `## Load by sales a minute\n\n70 % of all orders are left, half of those after the transaction was built.\n\n${table(head, rows)}`;
}

function sizesTable({ bytes }: SaleCounts): string {
  const rows = [1_000_000, 7_000_000].map((products) => [
    `${number(products)} products`,
    number((products * bytes.product) / 1e9),
    number((products * bytes.product) / 1e8),
  ]);
  return `## Size of the database\n\nA product takes ${number(bytes.product)} bytes and a sale ${number(bytes.sale)}, indexes included: measured on some thousand generated ones, and multiplied.\n\n${table(["", "GB", "% of 10 GB"], rows)}`;
}

function costTable(counts: SaleCounts): string {
  const prices = JSON.parse(
    readFileSync(join(ROOT, "bench/support/prices.json"), "utf8"),
  ) as Prices;
  const { assumed } = prices;
  const price = (key: keyof Prices & (Priced | "cpuMs" | "objectGbSeconds"), units: number) =>
    (units * prices[key].perMillion) / 1e6;
  const units = (key: Priced) => withLeft(counts, key, 1_000);
  const rows: [string, number, number][] = COLUMNS.flatMap(([key, name]) =>
    key === "d1Queries"
      ? []
      : [[name, units(key), price(key, units(key))] as [string, number, number]],
  );
  const cpu = units("requests") * assumed.cpuMsPerRequest;
  rows.push(["CPU (ms, assumed)", cpu, price("cpuMs", cpu)]);
  const gbSeconds =
    (units("objectRequests") * assumed.activeMsPerObjectRequest * assumed.objectGb) / 1_000;
  rows.push(["object GB-s (assumed)", gbSeconds, price("objectGbSeconds", gbSeconds)]);
  const total = rows.reduce((sum, [, , cost]) => sum + cost, 0);
  const lines = rows.map(([name, count, cost]) => [
    name,
    number(Math.round(count)),
    cost.toFixed(4),
  ]);
  return `## Cost of 1,000 sales\n\n1,000 paid orders and 2,333 that were left (70 % of 3,333), beyond what the plan includes, by \`bench/support/prices.json\`.\n\n${table(["", "units", "USD"], [...lines, ["**all**", "", total.toFixed(4)]])}`;
}
