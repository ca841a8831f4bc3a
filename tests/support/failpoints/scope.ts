import { AsyncLocalStorage } from "node:async_hooks";

/** The work in progress and the call path within it. */
interface Scope {
  /** Address of the test's control server. */
  control: string;
  /** The failpoints that the test asks for; null for all. The others let each call continue. */
  only: RegExp | null;
  /** An order's id, or another name of the work: a path, `cron`. */
  label: string;
  path: readonly string[];
}

const scope = new AsyncLocalStorage<Scope>();

/** Runs work for one order; `stream` tells a request from the watcher. */
export function runInScope<T>(
  from: Omit<Scope, "path">,
  stream: string,
  work: () => Promise<T>,
): Promise<T> {
  return scope.run({ ...from, path: [stream] }, work);
}

/** Adds a name to the path of the calls inside, without a failpoint. */
export function nameScope<T>(name: string, call: () => Promise<T>): Promise<T> {
  const now = scope.getStore();
  return now ? scope.run({ ...now, path: [...now.path, name] }, call) : call();
}

/**
 * Makes one call with a failpoint before and after it. The control server may let each continue,
 * delay or block it, or make it throw: before the call as if the callee were down, after it as if
 * the answer were lost. Before the call it may also drop it or make it twice concurrently.
 */
export async function passFailpoint<T>(name: string, call: () => Promise<T>): Promise<T> {
  const now = scope.getStore();
  if (!now) return call();
  const path = [...now.path, name];
  const action = await ask(now, `${path.join(" ")}:before`);
  if (action === "drop") return undefined as T;
  const work = () => scope.run({ ...now, path }, call);
  const [result] = await Promise.all(action === "duplicate" ? [work(), work()] : [work()]);
  await ask(now, `${path.join(" ")}:after`);
  return result as T;
}

async function ask({ control, only, label }: Scope, point: string): Promise<string> {
  if (only && !only.test(point)) return "continue";
  const answer = await fetch(control, { method: "POST", body: JSON.stringify({ label, point }) });
  const action = await answer.text();
  if (action === "throw") throw new Error(`D1_ERROR: failpoint ${point}`);
  return action;
}
