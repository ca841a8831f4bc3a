import type { Scheduler } from "../scheduler";
import { SimulatedAbortController, SimulatedAbortSignal } from "../stand-ins/abort";
import { simulatedSubtle } from "../stand-ins/web-crypto";
import { SimulatedSocket, SimulatedSocketPair, SocketResponse } from "../stand-ins/web-sockets";

/** The run that the globals belong to; one at a time in a process. */
let current: Scheduler | null = null;

/** Makes WebCrypto, clocks and chance of this process those of the run. */
export function setCurrentScheduler(scheduler: Scheduler | null): void {
  current = scheduler;
}

/**
 * Replaces what the platform has and Node has not, and what would make two runs differ. The answers of
 * WebCrypto wait for the scheduler. Random bytes that do not come from the runtime are an error.
 */
export function installGlobals(): void {
  const subtle = Object.fromEntries(
    Object.entries(simulatedSubtle).map(([name, method]) => [name, tracked(method as Method)]),
  );
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
    AbortController: SimulatedAbortController,
    AbortSignal: SimulatedAbortSignal,
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

function tracked(method: Method): Method {
  return (...args) => {
    const result = method(...args);
    return current ? current.track(result) : result;
  };
}
