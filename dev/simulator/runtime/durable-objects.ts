import type { Random } from "../random";
import type { Life, Scheduler } from "../scheduler";
import { SimulatedSocket, type SocketListener } from "../stand-ins/web-sockets";
import type { Trace } from "../world";
import { StoredState, storageOf } from "./object-storage";

export interface AlarmFaults {
  lost: number;
  twice: number;
  late: number;
}

type Instance = {
  alarm?(): Promise<void>;
  fetch?(request: Request): Promise<Response>;
  webSocketMessage?(socket: SimulatedSocket, message: string): Promise<void>;
  webSocketClose?(socket: SimulatedSocket): Promise<void>;
} & Record<string, unknown>;

/** An object in memory. */
interface Incarnation {
  readonly life: Life;
  readonly instance: Instance;
}

/** Where objects of one class run: in which isolate, and how they are made. */
export interface ObjectHost {
  /** The position of the isolate that an object runs in. */
  isolateOf(name: string): number;
  /** Makes the object, with bindings that end with `life`. */
  create(context: unknown, life: Life, isolate: number): object;
}

/** Time of a call to an object, one way (ms). */
const CALL_MS = 4;
const LATE_ALARM_MS = 20_000;
/** An alarm whose handler fails is repeated after this time, which doubles, this many times. */
const ALARM_RETRY_MS = 2_000;
const MAX_ALARM_RETRIES = 6;
export const OBJECT_RESET = "Durable Object reset: it has ended in memory.";

/** One Durable Object: its storage, and the object in memory while there is one. */
class SimulatedObject implements SocketListener {
  readonly state = new StoredState();
  readonly #sockets: SimulatedSocket[] = [];
  #incarnation: Incarnation | null = null;
  #ended = new Set<() => void>();
  #alarmVersion = 0;
  #isAlarmRunning = false;
  /** The position of the isolate that it runs in. */
  readonly isolate: number;

  constructor(
    readonly name: string,
    private readonly owner: DurableObjects,
    private readonly host: ObjectHost,
  ) {
    this.isolate = host.isolateOf(name);
  }

  /** Calls a method as a stub does. Rejects where the object ends meanwhile. */
  call(method: string, args: unknown[], caller: Life): Promise<unknown> {
    const { scheduler, random } = this.owner;
    const given = method === "fetch" ? args : structuredClone(args);
    return new Promise((resolve, reject) => {
      if (caller.isOver) return;
      const answer = (settle: () => void) =>
        scheduler.schedule(random.between(0, CALL_MS), settle, caller);
      scheduler.schedule(random.between(1, CALL_MS), () => {
        const ended = () => answer(() => reject(new Error(OBJECT_RESET)));
        this.#run(
          (instance) => (instance[method] as (...all: unknown[]) => Promise<unknown>)(...given),
          ended,
        ).then(
          (value) => answer(() => resolve(method === "fetch" ? value : structuredClone(value))),
          (error) => answer(() => reject(error)),
        );
      });
    });
  }

  /** Ends the object in memory. Its sockets hibernate, or close with the machine. */
  end(closeSockets: boolean): void {
    const incarnation = this.#incarnation;
    this.#incarnation = null;
    if (incarnation) incarnation.life.isOver = true;
    const ended = [...this.#ended];
    this.#ended.clear();
    for (const notify of ended) notify();
    if (closeSockets) for (const socket of this.#sockets.splice(0)) socket.close(1006);
  }

  message(socket: SimulatedSocket, data: string): void {
    this.#deliver((instance) => instance.webSocketMessage?.(socket, data));
  }

  closed(socket: SimulatedSocket): void {
    this.#deliver((instance) => instance.webSocketClose?.(socket));
  }

  #deliver(work: (instance: Instance) => Promise<void> | undefined): void {
    const { scheduler, random } = this.owner;
    scheduler.schedule(random.between(1, CALL_MS), () => {
      this.#run(
        async (instance) => work(instance),
        () => undefined,
      ).catch(this.owner.reportError);
    });
  }

  /** Runs `work` on the object, which is made where there is none. Does not settle once it has ended. */
  #run<T>(work: (instance: Instance) => Promise<T>, onEnd: () => void): Promise<T> {
    const incarnation = this.#live();
    this.#ended.add(onEnd);
    return new Promise((resolve, reject) => {
      const settled = (settle: () => void) => () => {
        if (incarnation.life.isOver) return;
        this.#ended.delete(onEnd);
        settle();
      };
      Promise.resolve()
        .then(() => work(incarnation.instance))
        .then(
          (value) => settled(() => resolve(value))(),
          (error) => settled(() => reject(error))(),
        );
    });
  }

  #live(): Incarnation {
    if (this.#incarnation) return this.#incarnation;
    const life: Life = { name: this.name, isOver: false };
    const context = {
      id: { name: this.name, toString: () => this.name },
      storage: storageOf(
        this.state,
        () => life.isOver,
        () => this.scheduleAlarm(),
      ),
      setWebSocketAutoResponse: () => undefined,
      acceptWebSocket: (socket: SimulatedSocket) => {
        socket.listener = this;
        this.#sockets.push(socket);
      },
      getWebSockets: () =>
        this.#sockets.filter(({ readyState }) => readyState === SimulatedSocket.OPEN),
      waitUntil: () => undefined,
    };
    const instance = this.host.create(context, life, this.isolate) as Instance;
    this.#incarnation = { life, instance };
    return this.#incarnation;
  }

  /** Fires at the time that is stored, unless it changes before. */
  scheduleAlarm(): void {
    const version = ++this.#alarmVersion;
    const { alarmAt } = this.state;
    if (alarmAt === null) return;
    const { scheduler } = this.owner;
    scheduler.schedule(alarmAt - scheduler.now, () => {
      if (version === this.#alarmVersion && !this.#isAlarmRunning) this.#fireAlarm();
    });
  }

  #fireAlarm(): void {
    const fault = this.owner.drawAlarmFault();
    if (fault) this.owner.trace.add(this.name, `alarm ${fault}`);
    if (fault === "late") {
      const version = this.#alarmVersion;
      this.owner.scheduler.schedule(LATE_ALARM_MS, () => {
        if (version === this.#alarmVersion && !this.#isAlarmRunning) this.#runAlarm(0, false);
      });
    } else if (fault === "lost") this.state.alarmAt = null;
    else this.#runAlarm(0, fault === "twice");
  }

  /** One at a time. A handler that throws, or ends with its object, runs again. */
  #runAlarm(retry: number, isTwice: boolean): void {
    const { scheduler } = this.owner;
    this.state.alarmAt = null;
    this.#isAlarmRunning = true;
    const again = () => {
      this.#isAlarmRunning = false;
      if (retry >= MAX_ALARM_RETRIES) return;
      scheduler.schedule(ALARM_RETRY_MS * 2 ** retry, () => {
        if (!this.#isAlarmRunning) this.#runAlarm(retry + 1, false);
      });
    };
    this.#run(async (instance) => instance.alarm?.(), again).then(() => {
      this.#isAlarmRunning = false;
      if (isTwice) this.#runAlarm(0, false);
      else this.scheduleAlarm();
    }, again);
  }
}

/** The Durable Objects of all classes. */
export class DurableObjects {
  readonly #objects = new Map<string, SimulatedObject>();
  #alarmFaults: AlarmFaults = { lost: 0, twice: 0, late: 0 };

  constructor(
    readonly random: Random,
    readonly scheduler: Scheduler,
    readonly trace: Trace,
    readonly reportError: (error: unknown) => void,
  ) {}

  /** A binding to the objects of one class, for calls of `caller`. */
  namespaceOf(className: string, host: ObjectHost, caller: Life): DurableObjectNamespace<never> {
    const namespace = {
      idFromName: (name: string) => name,
      get: (name: string) =>
        new Proxy(
          {},
          {
            get: (_, method) => {
              if (typeof method !== "string" || method === "then") return undefined;
              return (...args: unknown[]) => {
                const given = method === "fetch" ? [requestOf(args)] : args;
                return this.#object(className, name, host).call(method, given, caller);
              };
            },
          },
        ),
    };
    return namespace as unknown as DurableObjectNamespace<never>;
  }

  setAlarmFaults(rates: AlarmFaults): void {
    this.#alarmFaults = rates;
  }

  drawAlarmFault(): keyof AlarmFaults | null {
    const { lost, twice, late } = this.#alarmFaults;
    const draw = this.random.next();
    if (draw < lost) return "lost";
    if (draw < lost + twice) return "twice";
    return draw < lost + twice + late ? "late" : null;
  }

  evict(className: string, name: string): void {
    this.#objects.get(`${className} ${name}`)?.end(false);
  }

  /** Ends all objects of an isolate. */
  endIsolate(isolate: number): void {
    for (const object of this.#objects.values()) if (object.isolate === isolate) object.end(true);
  }

  #object(className: string, name: string, host: ObjectHost): SimulatedObject {
    const key = `${className} ${name}`;
    const known = this.#objects.get(key);
    if (known) return known;
    const made = new SimulatedObject(`${className} ${name}`, this, host);
    this.#objects.set(key, made);
    return made;
  }
}

function requestOf(args: unknown[]): Request {
  const [input, init] = args as [string | Request, RequestInit | undefined];
  return input instanceof Request ? input : new Request(input, init);
}
