import { type AppSettings, type Env, readSettings } from "../../../workers/env";
import { createIsolate, type Isolate, type Runtime } from "../../../workers/isolate";
import { PendingTransaction } from "../../../workers/pending-transaction";
import { PlatformSignatureCache } from "../../../workers/platform-signature-cache";
import { chainPorts, createPorts, type Ports } from "../../../workers/ports";
import { StockWatch } from "../../../workers/stock-watch";
import type { Random } from "../random";
import type { Life, Scheduler } from "../scheduler";
import { SimulatedAbortSignal } from "../stand-ins/abort";
import {
  ConnectionLost,
  type SimulatedBucket,
  type SimulatedChain,
  type SimulatedDatabase,
} from "../world";
import type { DurableObjects, ObjectHost } from "./durable-objects";
import type { Polls } from "./polls";

/** A run looks at what went wrong; its trace has the rest. */
const printed: Runtime["print"] = (level, line) => {
  if (level !== "info") console[level](line);
};

/** Made once: most limits pass without a request that still waits for them. */
const TIMED_OUT = new DOMException("timed out", "TimeoutError");

/** What the isolates of a run share. */
export interface Platform {
  random: Random;
  scheduler: Scheduler;
  chain: SimulatedChain;
  database: SimulatedDatabase;
  bucket: SimulatedBucket;
  objects: DurableObjects;
  polls: Polls;
  /** Settings of the deployment, as variables and secrets of the Worker. */
  variables: Readonly<Record<string, string | undefined>>;
}

interface IsolateState {
  life: Life;
  /** What the product keeps in it. */
  product: Isolate;
  settings: AppSettings;
  /** End the requests that run in it. */
  readonly requests: Set<() => void>;
}

/** The isolates that serve requests, the cron and Durable Objects. Each keeps its own state until it ends. */
export class Isolates {
  readonly #states: IsolateState[] = [];
  readonly #skews: number[];
  readonly #random: Random;

  constructor(
    private readonly platform: Platform,
    readonly count: number,
  ) {
    this.#random = platform.random.fork("isolates");
    this.#skews = Array.from({ length: count }, () => 0);
    for (let index = 0; index < count; index++) this.#begin(index);
  }

  /** Runs `work` as a request does; rejects with `ConnectionLost` where its isolate ends meanwhile. */
  async request<T>(work: (ports: Ports) => Promise<T>): Promise<T> {
    const { scheduler } = this.platform;
    await scheduler.sleep(this.#latency());
    const index = this.#random.below(this.count);
    const state = this.#stateOf(index);
    const life: Life = { name: "a request", isOver: false };
    const answer = await new Promise<() => T>((resolve, reject) => {
      const end = () => {
        life.isOver = true;
        reject(new ConnectionLost("the isolate of a request has ended"));
      };
      state.requests.add(end);
      const settle = (get: () => T) => {
        state.requests.delete(end);
        resolve(get);
      };
      const ports = this.platform.polls.ofRequest(
        createPorts(
          this.#bindings(life),
          state.settings,
          { reads: { from: "primary" }, id: "SIMULATE" },
          this.#productFor(index, life),
        ),
      );
      Promise.resolve()
        .then(() => work(ports))
        .then(
          (value) => settle(() => value),
          (error) =>
            settle(() => {
              throw error;
            }),
        );
    });
    await scheduler.sleep(this.#latency());
    return answer();
  }

  /** Ends an isolate with its requests and objects; another one takes its place. */
  restart(index: number): void {
    const state = this.#stateOf(index);
    state.life.isOver = true;
    for (const end of [...state.requests]) end();
    this.platform.objects.endIsolate(index);
    this.#begin(index);
  }

  setSkew(index: number, ms: number): void {
    this.#skews[index] = ms;
  }

  #begin(index: number): void {
    const life: Life = { name: `isolate ${index}`, isOver: false };
    this.#states[index] = {
      life,
      // Its database has every migration.
      product: {
        ...createIsolate(this.#runtimeFor(index, life)),
        schema: { missing: [], at: 0 },
      },
      settings: readSettings(this.#bindings(life)),
      requests: new Set(),
    };
  }

  #stateOf(index: number): IsolateState {
    const state = this.#states[index];
    if (!state) throw new Error(`there is no isolate ${index}`);
    return state;
  }

  /** The state of an isolate, whose time and network end with `life`. */
  #productFor(index: number, life: Life): Isolate {
    return { ...this.#stateOf(index).product, runtime: this.#runtimeFor(index, life) };
  }

  #runtimeFor(index: number, life: Life): Runtime {
    const { scheduler, chain } = this.platform;
    return {
      now: () => scheduler.now + (this.#skews[index] ?? 0),
      random: () => this.#random.next(),
      randomBytes: (count) => this.#random.bytes(count),
      sleep: (ms) => scheduler.sleep(ms, life),
      timeoutSignal(ms) {
        const signal = new SimulatedAbortSignal();
        scheduler.schedule(ms, () => signal.abort(TIMED_OUT), life);
        return signal as unknown as AbortSignal;
      },
      fetch: chain.fetchFor(life),
      print: printed,
    };
  }

  #bindings(life: Life): Env {
    const { database, bucket, objects, variables } = this.platform;
    return {
      ...variables,
      DB: database.bindingFor(life),
      FILES: bucket.bindingFor(life),
      ASSETS: {} as Fetcher,
      PENDING_TRANSACTION: objects.namespaceOf("order", this.#hosts.order, life),
      PLATFORM_SIGNATURE_CACHE: objects.namespaceOf("signatures", this.#hosts.signatures, life),
      STOCK_WATCH: objects.namespaceOf("stock", this.#hosts.stock, life),
    };
  }

  readonly #hosts = {
    order: this.#hostOf((context, env, product) => {
      return new PendingTransaction(context, env, (bound, settings, request) =>
        this.platform.polls.ofObject(createPorts(bound, settings, request, product)),
      );
    }),
    stock: this.#hostOf((context, env, product) => {
      return new StockWatch(context, env, (bound, settings, request) =>
        createPorts(bound, settings, request, product),
      );
    }),
    signatures: this.#hostOf((context, env, product) => {
      return new PlatformSignatureCache(context, env, (settings) => chainPorts(settings, product));
    }),
  };

  #hostOf(make: (context: DurableObjectState, env: Env, product: Isolate) => object): ObjectHost {
    return {
      isolateOf: (name) => this.platform.random.fork(`place of ${name}`).below(this.count),
      create: (context, life, index) =>
        make(context as DurableObjectState, this.#bindings(life), this.#productFor(index, life)),
    };
  }

  /** One way between a person and an isolate (ms). */
  #latency(): number {
    return this.#random.between(5, 60);
  }
}
