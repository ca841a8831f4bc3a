import { assertNever } from "./assert-never";
import { redact, redactError } from "./redact";

/**
 * What a field of a line may be.
 * - `id`: of an order or a product; nobody who reads it can do anything with it
 * - `code`: one of our own words
 * - `host`: of a node, without path and query, which carry its key
 * - `start`: the first characters of a signature, since the whole of it leads to both wallets
 * - `number`: with its unit in the name where it has one
 * - `counts`: how often, by what
 * - `error`: redacted
 */
interface Kinds {
  id: string | null;
  code: string | null;
  host: string;
  start: string;
  number: number | bigint;
  counts: Readonly<Record<string, number>>;
  error: unknown;
}

type Kind = keyof Kinds;

/** `warn`: something is late or repeated, and nothing is lost. `error`: a person should look. */
export type LogLevel = "info" | "warn" | "error";

interface EventType {
  level: LogLevel;
  fields: Readonly<Record<string, Kind>>;
  /** The fields by which it is counted; a status counts by its class. Absent where it is not. */
  countedBy?: readonly string[];
}

/**
 * Every line that the Worker writes, with its fields: no other one compiles. None can hold the address of
 * a wallet, a person or a network, a path, a query, a token, a title, or what a browser says of itself.
 * Docs: 'Logs' and 'Warnings' in operations.md.
 */
export const LOG_EVENTS = {
  /** The answer to a request. `route`: its id, null where none matched; `ms` until the answer began. */
  request: {
    level: "info",
    fields: { route: "code", method: "code", status: "number", ms: "number" },
    countedBy: ["route", "status"],
  },
  /** An order is settled. `channel`: who opened it; `way`: see `SettlementWay`; `ms` since then. */
  sale: {
    level: "info",
    fields: {
      order: "id",
      product: "id",
      lamports: "number",
      fee: "number",
      ms: "number",
      channel: "code",
      way: "code",
    },
    countedBy: ["channel", "way"],
  },
  /** A payment was returned, and that is final. */
  refund: {
    level: "info",
    fields: { order: "id", lamports: "number" },
    countedBy: [],
  },
  /** A seller has paid the shares of a sale that were owed, and that is final. */
  shares_paid: {
    level: "info",
    fields: { order: "id", lamports: "number" },
    countedBy: [],
  },
  /** A payment waits for a decision. `reason`: a `ReviewReason`, or `paid_by_other`. */
  review: {
    level: "info",
    fields: { order: "id", reason: "code" },
    countedBy: ["reason"],
  },
  cron: { level: "info", fields: { ms: "number", failed: "number" } },
  /** What was counted in about a minute, where no data set is bound. */
  counts: { level: "info", fields: { seconds: "number", counts: "counts" } },

  /** A settled payment is off the chain again. */
  roll_back: { level: "warn", fields: { order: "id" }, countedBy: [] },
  /** A node gave no usable answer; others are asked. `code` as in the counter `rpc`. */
  node_refused: { level: "warn", fields: { host: "host", method: "code", code: "code" } },
  poll_step_failed: { level: "warn", fields: { order: "id", step: "code", error: "error" } },
  order_not_woken: { level: "warn", fields: { order: "id", error: "error" } },
  order_silent: { level: "warn", fields: { order: "id", error: "error" } },
  /** Of an order that needs its object no more. */
  object_not_emptied: { level: "warn", fields: { error: "error" } },
  live_page_failed: { level: "warn", fields: { order: "id", step: "code", error: "error" } },
  line_not_advanced: { level: "warn", fields: { product: "id", error: "error" } },
  balances_unchecked: { level: "warn", fields: { error: "error" } },
  signature_cache_silent: { level: "warn", fields: { call: "code", error: "error" } },
  transaction_unreadable: { level: "warn", fields: { signature: "start", error: "error" } },
  clean_up_failed: { level: "warn", fields: { step: "code", error: "error" } },
  views_unwritten: { level: "warn", fields: { error: "error" } },
  plan_unread: { level: "warn", fields: { error: "error" } },
  licence_not_given: { level: "error", fields: { order: "id", error: "error" } },
  chain_unread: { level: "warn", fields: { error: "error" } },
  rate_unread: { level: "warn", fields: { error: "error" } },
  page_cache_failed: { level: "warn", fields: { error: "error" } },
  bookmark_unread: { level: "warn", fields: { error: "error" } },
  /** `step`: what was asked of the OpenID provider. */
  provider_refused: { level: "warn", fields: { step: "code", error: "error" } },

  request_failed: { level: "error", fields: { error: "error" }, countedBy: [] },
  settings_missing: { level: "error", fields: { names: "code" } },
  /** The database lacks migrations of this version: the shop is closed. */
  schema_missing: { level: "error", fields: { names: "code" } },
  /** The database did not say which migrations it has. */
  schema_unknown: { level: "error", fields: { error: "error" } },
  cron_step_failed: { level: "error", fields: { step: "code", error: "error" } },
  poll_failed: { level: "error", fields: { order: "id", error: "error" }, countedBy: [] },
  order_unsignable: { level: "error", fields: { order: "id" } },
  settlement_refused: { level: "error", fields: { order: "id" } },
  settlement_stopped: { level: "error", fields: { order: "id", error: "error" } },
  payment_given_up: { level: "error", fields: { signature: "start", reason: "code" } },
} as const satisfies Record<string, EventType>;

export type LogEvent = keyof typeof LOG_EVENTS;

export type LogFields<E extends LogEvent> = {
  [F in keyof (typeof LOG_EVENTS)[E]["fields"]]: Kinds[(typeof LOG_EVENTS)[E]["fields"][F] & Kind];
};

/** Writes a line. Of a request, it carries the request's id. */
export type Log = <E extends LogEvent>(event: E, fields: LogFields<E>) => void;

/**
 * One line of JSON.
 *
 * @param id of the request; null outside of one
 */
export function logLine<E extends LogEvent>(
  event: E,
  fields: LogFields<E>,
  { at, id }: { at: number; id: string | null },
): string {
  const { level, fields: kinds }: EventType = LOG_EVENTS[event];
  const line: Record<string, unknown> = { t: new Date(at).toISOString(), level, event };
  if (id !== null) line.id = id;
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = (fields as Record<string, unknown>)[name];
    if (value !== null && value !== undefined) line[name] = written(kind, value);
  }
  return JSON.stringify(line);
}

/** By what an event is counted; null where it is not. */
export function countedLabels<E extends LogEvent>(event: E, fields: LogFields<E>): string[] | null {
  const { countedBy }: EventType = LOG_EVENTS[event];
  return (
    countedBy?.map((name) => {
      const value: unknown = (fields as Record<string, unknown>)[name];
      return name === "status" ? `${Math.floor(Number(value) / 100)}xx` : String(value ?? "none");
    }) ?? null
  );
}

/** A UUID, or up to 128 bits in base64url. An address has at least 32 characters and no hyphen. */
const ID = /^[\w-]{1,24}$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const HOST = /^[\w.:[\]-]{1,100}$/;
/** Of a signature: enough to find it in a history that one has. */
const START_CHARS = 8;

/** The type of a value is not proof of what is in it. */
function written(kind: Kind, value: unknown): unknown {
  switch (kind) {
    case "number":
    case "counts":
      // 9 million SOL and more are no longer exact.
      return typeof value === "bigint" ? Number(value) : value;
    case "error":
      return redactError(value);
    case "id":
      return ID.test(String(value)) ? value : "[…]";
    case "host":
      return HOST.test(String(value)) ? value : "[…]";
    case "start":
      return String(value).slice(0, START_CHARS);
    case "code":
      return redact(String(value));
    default:
      return assertNever(kind);
  }
}
