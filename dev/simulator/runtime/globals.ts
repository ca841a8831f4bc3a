import type { Scheduler } from "../scheduler";
import { SimulatedSocket, SimulatedSocketPair, SocketResponse } from "../stand-ins/web-sockets";

/** The run that the globals belong to; one at a time in a process. */
let current: Scheduler | null = null;

/** Makes WebCrypto, clocks and chance of this process those of the run. */
export function setCurrentScheduler(scheduler: Scheduler | null): void {
  current = scheduler;
}

/**
 * Replaces what the platform has and Node has not, and what would make two runs differ. WebCrypto runs as it
 * is; its answers wait for the scheduler. Random bytes that do not come from the runtime are an error.
 */
export function installGlobals(): void {
  const subtle = trackedSubtle(globalThis.crypto.subtle);
  const refuse = (name: string) => (): never => {
    throw new Error(`${name} does not come from the runtime`);
  };
  const crypto = {
    subtle,
    getRandomValues: refuse("crypto.getRandomValues"),
    randomUUID: refuse("crypto.randomUUID"),
  };
  const replaced = {
    crypto,
    WebSocket: SimulatedSocket,
    WebSocketPair: SimulatedSocketPair,
    WebSocketRequestResponsePair: class {},
    Response: SocketResponse,
    scheduler: { wait: refuse("scheduler.wait") },
    fetch: refuse("fetch"),
  };
  for (const [name, value] of Object.entries(replaced)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  const now = Date.now;
  Date.now = () => current?.now ?? now();
  const random = Math.random;
  Math.random = () => (current ? refuse("Math.random")() : random());
}

type Method = (...args: unknown[]) => Promise<unknown>;

function trackedSubtle(native: SubtleCrypto): SubtleCrypto {
  const cache = new Map<PropertyKey, Method>();
  return new Proxy(native, {
    get(target, name) {
      const known = cache.get(name);
      if (known) return known;
      const method = Reflect.get(target, name) as Method;
      const tracked: Method = (...args) => {
        const result = method.apply(target, args);
        return current ? current.track(result) : result;
      };
      cache.set(name, tracked);
      return tracked;
    },
  });
}
