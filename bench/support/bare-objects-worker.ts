import { DurableObject } from "cloudflare:workers";

interface Env {
  OBJECT: DurableObjectNamespace<BareObject>;
}

const ALARM_INTERVAL_MS = 2_000;

/** A Durable Object with some stored values and an alarm, and nothing else. */
export class BareObject extends DurableObject<Env> {
  async start(id: string): Promise<void> {
    await this.ctx.storage.put({ id, state: { at: Date.now() } });
    await this.alarm();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.put("state", { at: Date.now() });
    await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
  }
}

export default {
  async fetch(request: Request, { OBJECT }: Env): Promise<Response> {
    const { pathname: id } = new URL(request.url);
    await OBJECT.get(OBJECT.idFromName(id)).start(id);
    return new Response(null, { status: 204 });
  },
};
