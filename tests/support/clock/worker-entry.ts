/**
 * Loaded by workerd in place of the built Worker, which it imports unchanged, so that a test can
 * move its time. In no bundle.
 */
import worker, {
  PendingTransaction as BuiltPendingTransaction,
  StockWatch as BuiltStockWatch,
} from "../../../workers/app";
import type { Env } from "../../../workers/env";
import { dateOffset, setDateOffset } from "./date-offset";
import initialOffset from "./initial-offset";

export { PlatformSignatureCache } from "../../../workers/app";

setDateOffset(initialOffset);

/** Durable Objects in this isolate by their ids, whose alarms move with the time. */
const objects = new Map<string, "PENDING_TRANSACTION" | "STOCK_WATCH">();

type Stub = DurableObjectStub & { moveAlarmEarlier(ms: number): Promise<void> };

export default {
  ...worker,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/test-clock") return worker.fetch(request, env, ctx);
    const before = dateOffset();
    setDateOffset(Number(await request.text()));
    const passed = dateOffset() - before;
    await Promise.all(
      [...objects].map(([id, binding]) => {
        const namespace = env[binding];
        const stub = namespace.get(namespace.idFromString(id)) as unknown as Stub;
        return stub.moveAlarmEarlier(passed);
      }),
    );
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

export class PendingTransaction extends BuiltPendingTransaction {
  readonly #alarms = moveAlarms(this, "PENDING_TRANSACTION");

  moveAlarmEarlier(ms: number): Promise<void> {
    return this.#alarms(ms);
  }
}

export class StockWatch extends BuiltStockWatch {
  readonly #alarms = moveAlarms(this, "STOCK_WATCH");

  moveAlarmEarlier(ms: number): Promise<void> {
    return this.#alarms(ms);
  }
}

/**
 * Lets the alarms of an object move with the time. Returns what moves its alarm earlier: workerd fires
 * alarms by its own clock, which does not move.
 */
function moveAlarms(
  object: object,
  binding: "PENDING_TRANSACTION" | "STOCK_WATCH",
): (ms: number) => Promise<void> {
  const holder = object as { ctx: DurableObjectState };
  const { ctx } = holder;
  const alarms = ctx.storage;
  objects.set(ctx.id.toString(), binding);
  const storage = withShiftedAlarms(alarms);
  holder.ctx = new Proxy(ctx, {
    get(target, key) {
      if (key === "storage") return storage;
      const member = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return async (ms) => {
    const at = await alarms.getAlarm();
    if (at !== null) await alarms.setAlarm(at - ms);
  };
}

/** Storage that converts alarm times between the shifted time and the clock of workerd. */
function withShiftedAlarms(storage: DurableObjectStorage): DurableObjectStorage {
  return new Proxy(storage, {
    get(target, key) {
      if (key === "setAlarm") return (at: number) => target.setAlarm(at - dateOffset());
      if (key === "getAlarm") {
        return () => target.getAlarm().then((at) => (at === null ? null : at + dateOffset()));
      }
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
