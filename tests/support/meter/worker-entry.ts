/**
 * Loaded by workerd in place of the built Worker, which it imports unchanged, so that a test can count
 * what the platform bills. Time stands still but for `advance`, which fires alarms in their order, so
 * that the same sale costs the same each time. In no bundle.
 */
import type { Env } from "../../../workers/env";
import { dateOffset, setDateOffset, stopDate } from "../clock/date-offset";
import worker, {
  PlatformSignatureCache as BuiltPlatformSignatureCache,
  PendingTransaction as ClockedPendingTransaction,
  StockWatch as ClockedStockWatch,
} from "../clock/worker-entry";
import { type Counts, NO_COUNTS } from "./counts";

stopDate(true);
// Jitter would make polls a matter of chance.
Math.random = () => 0;

let counts: Counts = structuredClone(NO_COUNTS);

type Binding = "PENDING_TRANSACTION" | "STOCK_WATCH" | "PLATFORM_SIGNATURE_CACHE";

/** Alarms (epoch ms, by the time that tests move) of the Durable Objects in this isolate, by their ids. */
const alarms = new Map<string, { binding: Binding; at: number }>();

type Stub = DurableObjectStub & { fire(): Promise<void>; stored(): Promise<string[]> };

export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/test-meter/take": {
        const taken = counts;
        counts = structuredClone(NO_COUNTS);
        return Response.json(taken);
      }
      case "/test-meter/advance":
        await advance(env, Number(searchParams.get("ms")));
        return new Response(null, { status: 204 });
      case "/test-meter/stored": {
        const objects = env.PENDING_TRANSACTION;
        const id = objects.idFromName(searchParams.get("order") ?? "");
        const stub = objects.get(id) as unknown as Stub;
        const keys = await stub.stored();
        return Response.json({ keys, hasAlarm: alarms.has(id.toString()) });
      }
      default:
        counts.requests++;
        return worker.fetch(request, metered(env), ctx);
    }
  },
  async scheduled(event, env, ctx) {
    counts.requests++;
    await worker.scheduled(event, metered(env), ctx);
  },
} satisfies ExportedHandler<Env>;

/** Lets time pass, and each alarm fire at its time. Returns once the last one has ended. */
async function advance(env: Env, ms: number): Promise<void> {
  const until = Date.now() + ms;
  for (;;) {
    const due = [...alarms].filter(([, { at }]) => at <= until);
    const [next] = due.sort(([, one], [, other]) => one.at - other.at);
    if (!next) break;
    const [id, { binding, at }] = next;
    alarms.delete(id);
    setDateOffset(dateOffset() + Math.max(0, at - Date.now()));
    counts.alarms++;
    const objects = env[binding] as DurableObjectNamespace;
    await (objects.get(objects.idFromString(id)) as unknown as Stub).fire();
  }
  setDateOffset(dateOffset() + until - Date.now());
}

const environments = new WeakMap<Env, Env>();

function metered(env: Env): Env {
  countStatements(env.DB);
  const known = environments.get(env);
  if (known) return known;
  const counted: Env = {
    ...env,
    FILES: countCalls(env.FILES, (method) => {
      if (method in counts.bucket) counts.bucket[method as keyof Counts["bucket"]]++;
    }),
    PENDING_TRANSACTION: countObjects(env.PENDING_TRANSACTION),
    STOCK_WATCH: countObjects(env.STOCK_WATCH),
    PLATFORM_SIGNATURE_CACHE: countObjects(env.PLATFORM_SIGNATURE_CACHE),
  };
  environments.set(env, counted);
  return counted;
}

function countCalls<T extends object>(target: T, count: (method: string) => void): T {
  return new Proxy(target, {
    get(_, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        count(String(key));
        return Reflect.apply(member, target, args);
      };
    },
  });
}

function countObjects<T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
): DurableObjectNamespace<T> {
  return new Proxy(objects, {
    get(target, key) {
      if (key !== "get") {
        const member = Reflect.get(target, key);
        return typeof member === "function" ? member.bind(target) : member;
      }
      return (id: DurableObjectId) => {
        const stub = target.get(id);
        return new Proxy(stub, {
          get(_, method) {
            return (...args: unknown[]) => {
              counts.objectRequests++;
              return (stub as unknown as Record<string, (...all: unknown[]) => unknown>)[
                String(method)
              ]?.(...args);
            };
          },
        });
      };
    },
  });
}

interface Sent {
  meta?: { rows_read?: number; rows_written?: number };
}
interface Session {
  _sendOrThrow(path: string, query: unknown, ...rest: unknown[]): Promise<Sent | Sent[]>;
  isCounted?: true;
}

/** What each query of D1 passes, those of sessions and batches too: `raw` has no meta. */
function countStatements(db: D1Database): void {
  const { dbSession } = db.prepare("SELECT 1") as unknown as { dbSession: Session };
  const prototype = Object.getPrototypeOf(dbSession) as Session;
  if (prototype.isCounted) return;
  prototype.isCounted = true;
  const send = prototype._sendOrThrow;
  prototype._sendOrThrow = async function (this: Session, path, query, ...rest) {
    const sent = await send.call(this, path, query, ...rest);
    const results = Array.isArray(sent) ? sent : [sent];
    const texts = Array.isArray(query) ? query : [query];
    counts.roundTrips++;
    for (const [at, { meta }] of results.entries()) {
      const [read, written] = [meta?.rows_read ?? 0, meta?.rows_written ?? 0];
      counts.queries++;
      counts.rowsRead += read;
      counts.rowsWritten += written;
      if (written === 0) continue;
      const text = String(texts[at]).replace(/\s+/g, " ").slice(0, 160);
      counts.writes[text] = (counts.writes[text] ?? 0) + written;
    }
    return sent;
  };
}

export class PendingTransaction extends ClockedPendingTransaction {
  readonly #storage: DurableObjectStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, metered(env));
    this.#storage = ctx.storage;
    countStorage(this, "PENDING_TRANSACTION");
  }

  fire(): Promise<void> {
    return this.alarm();
  }

  async stored(): Promise<string[]> {
    return [...(await this.#storage.list()).keys()];
  }
}

export class StockWatch extends ClockedStockWatch {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, metered(env));
    countStorage(this, "STOCK_WATCH");
  }

  fire(): Promise<void> {
    return this.alarm();
  }
}

export class PlatformSignatureCache extends BuiltPlatformSignatureCache {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, metered(env));
  }
}

/** Counts the rows of an object's storage, and keeps its alarm here in place of workerd. */
function countStorage(object: object, binding: Binding): void {
  const holder = object as { ctx: DurableObjectState };
  const { ctx } = holder;
  const id = ctx.id.toString();
  const { storage } = ctx;
  const rowsOf = (keys: unknown) =>
    typeof keys === "string"
      ? 1
      : Array.isArray(keys)
        ? keys.length
        : Object.keys(keys ?? {}).length;
  const counted = new Proxy(storage, {
    get(target, key) {
      switch (key) {
        case "getAlarm":
          counts.objectRowsRead++;
          return async () => alarms.get(id)?.at ?? null;
        case "setAlarm":
          return async (at: number) => {
            counts.objectRowsWritten++;
            alarms.set(id, { binding, at });
          };
        case "deleteAlarm":
          return async () => {
            counts.objectRowsWritten++;
            alarms.delete(id);
          };
        case "deleteAll":
          return async () => {
            counts.objectRowsWritten += (await target.list()).size + (alarms.delete(id) ? 1 : 0);
            await target.deleteAll();
          };
        case "get":
          return (keys: string) => {
            counts.objectRowsRead += rowsOf(keys);
            return target.get(keys);
          };
        case "put":
          return (...args: [string, unknown]) => {
            counts.objectRowsWritten += rowsOf(args[0]);
            return target.put(...args);
          };
        case "delete":
          return (keys: string) => {
            counts.objectRowsWritten += rowsOf(keys);
            return target.delete(keys);
          };
        default: {
          const member: unknown = Reflect.get(target, key);
          return typeof member === "function" ? member.bind(target) : member;
        }
      }
    },
  });
  holder.ctx = new Proxy(ctx, {
    get(target, key) {
      if (key === "storage") return counted;
      const member = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
