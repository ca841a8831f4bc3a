/**
 * The shipped Worker with a failpoint before and after every call of its ports, its database and its
 * Durable Object's storage. Built separately from the Worker that is deployed.
 */

import type { AppSettings, Env } from "../../../workers/env";
import { PendingTransaction as Shipped } from "../../../workers/pending-transaction";
import {
  connectSubjects,
  createParts,
  type Ports,
  type RequestScope,
} from "../../../workers/ports";
import { createWorker } from "../../../workers/worker";
import { instrumentDatabase, instrumentParts, instrumentStorage } from "./instrument";
import { passFailpoint, runInScope } from "./scope";

export { PlatformSignatureCache } from "../../../workers/platform-signature-cache";
export { StockWatch } from "../../../workers/stock-watch";

interface TestEnv extends Env {
  FAILPOINTS_URL: string;
  /** A regular expression; absent for all failpoints. */
  FAILPOINTS_ONLY?: string;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const worker = createWorker(makePorts);

export default {
  fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    const label = UUID.exec(pathname)?.[0] ?? pathname;
    return runInScope(scopeOf(env, label), "request", () => worker.fetch(request, env, ctx));
  },
  scheduled(event, env, ctx) {
    return runInScope(scopeOf(env, "cron"), "cron", () => worker.scheduled(event, env, ctx));
  },
} satisfies ExportedHandler<TestEnv>;

export class PendingTransaction extends Shipped {
  readonly #storage: DurableObjectStorage;
  readonly #env: TestEnv;

  constructor(ctx: DurableObjectState, env: TestEnv) {
    super(ctx, env, makePorts);
    this.#storage = ctx.storage;
    this.#env = env;
    const storage = instrumentStorage(ctx.storage);
    this.ctx = new Proxy(this.ctx, {
      get(target, key) {
        if (key === "storage") return storage;
        const member = Reflect.get(target, key);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  }

  /** `/storage` writes entries of another version; all else is as shipped. */
  override async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== "/storage") return super.fetch(request);
    await this.#storage.put(await request.json<Record<string, unknown>>());
    return new Response(null, { status: 204 });
  }

  override notify(...args: Parameters<Shipped["notify"]>): Promise<void> {
    return this.#within(args[0], "notify", () => super.notify(...args));
  }

  override look(...args: Parameters<Shipped["look"]>): ReturnType<Shipped["look"]> {
    return this.#within(args[0], "watcher", () => super.look(...args));
  }

  override release(...args: Parameters<Shipped["release"]>): ReturnType<Shipped["release"]> {
    return this.#within(args[0], "watcher", () => super.release(...args));
  }

  override async alarm(): Promise<void> {
    const label = (await this.#storage.get<string>("orderId")) ?? "";
    // A failpoint of its own, so that a test can keep polls from starting.
    await this.#within(label, "watcher", () => passFailpoint("alarm", () => super.alarm()));
  }

  #within<T>(label: string, stream: string, work: () => Promise<T>): Promise<T> {
    return runInScope(scopeOf(this.#env, label), stream, work);
  }
}

function scopeOf({ FAILPOINTS_URL: control, FAILPOINTS_ONLY: only }: TestEnv, label: string) {
  return { control, label, only: only === undefined ? null : new RegExp(only) };
}

function makePorts(env: Env, settings: AppSettings, request?: RequestScope): Ports {
  return connectSubjects(
    instrumentParts(createParts({ ...env, DB: instrumentDatabase(env.DB) }, settings, request)),
  );
}
