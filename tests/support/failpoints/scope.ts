import { AsyncLocalStorage } from "node:async_hooks";

/** Whose work is under way, and where in it: nested calls add to the path. */
interface Scope {
  /** Address of the test's control server. */
  control: string;
  /** An order's id, or what else the work is for. */
  label: string;
  path: readonly string[];
}

const scope = new AsyncLocalStorage<Scope>();

/** Work for one order from here on: `stream` tells a request from the watcher's own doings. */
export function runInScope<T>(
  { control, label }: Omit<Scope, "path">,
  stream: string,
  work: () => Promise<T>,
): Promise<T> {
  return scope.run({ control, label, path: [stream] }, work);
}

/** Names what is done inside, without a failpoint. */
export function nameScope<T>(name: string, call: () => Promise<T>): Promise<T> {
  const now = scope.getStore();
  return now ? scope.run({ ...now, path: [...now.path, name] }, call) : call();
}

/**
 * Does one call between two failpoints. The test's control server is asked at both, and may let it
 * pass, keep it waiting (until the process is killed), or make it throw: before the call, as if
 * what it calls were down, or after it, as if its answer had been lost. Before the call it may
 * also say that it is lost on the way, or is made twice at once.
 */
export async function passFailpoint<T>(name: string, call: () => Promise<T>): Promise<T> {
  const now = scope.getStore();
  if (!now) return call();
  const path = [...now.path, name];
  const verdict = await ask(now, `${path.join(" ")}:before`);
  if (verdict === "drop") return undefined as T;
  const work = () => scope.run({ ...now, path }, call);
  const [result] = await Promise.all(verdict === "duplicate" ? [work(), work()] : [work()]);
  await ask(now, `${path.join(" ")}:after`);
  return result as T;
}

async function ask({ control, label }: Scope, point: string): Promise<string> {
  const answer = await fetch(control, { method: "POST", body: JSON.stringify({ label, point }) });
  const verdict = await answer.text();
  if (verdict === "throw") throw new Error(`D1_ERROR: failpoint ${point}`);
  return verdict;
}
