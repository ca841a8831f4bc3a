/**
 * Loaded by workerd in place of the built Worker, which it imports unchanged, so that a test can
 * move its time. In no bundle.
 */
import worker, { PendingTransaction as Built } from "../../../workers/app";
import type { Env } from "../../../workers/env";
import { dateOffset, setDateOffset } from "./date-offset";
import initialOffset from "./initial-offset";

export { PlatformSignatureCache } from "../../../workers/app";

setDateOffset(initialOffset);

/** Ids of the Durable Objects in this isolate, whose alarms move with the time. */
const objects = new Set<string>();

type Stub = DurableObjectStub & { moveAlarmEarlier(ms: number): Promise<void> };

export default {
  ...worker,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/test-clock") return worker.fetch(request, env, ctx);
    const before = dateOffset();
    setDateOffset(Number(await request.text()));
    const passed = dateOffset() - before;
    const { PENDING_TRANSACTION: namespace } = env;
    await Promise.all(
      [...objects].map((id) => {
        const stub = namespace.get(namespace.idFromString(id)) as unknown as Stub;
        return stub.moveAlarmEarlier(passed);
      }),
    );
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

export class PendingTransaction extends Built {
  readonly #alarms: DurableObjectStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#alarms = ctx.storage;
    objects.add(ctx.id.toString());
    const storage = withShiftedAlarms(this.ctx.storage);
    this.ctx = new Proxy(this.ctx, {
      get(target, key) {
        if (key === "storage") return storage;
        const member = Reflect.get(target, key);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  }

  /** workerd fires alarms by its own clock, which does not move. */
  async moveAlarmEarlier(ms: number): Promise<void> {
    const at = await this.#alarms.getAlarm();
    if (at !== null) await this.#alarms.setAlarm(at - ms);
  }
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
