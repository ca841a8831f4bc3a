/** Loaded before each test file that runs in Node; files of one project may share a process. */
import { setDateOffset } from "./clock/date-offset";

// No file inherits the time of the one before.
setDateOffset(0);

/**
 * Servers close a connection that has been idle for some seconds (workerd: five). A test that
 * computes for as long sees that too late, sends its next request into the closed connection and
 * fails with "other side closed"; nobody can tell then whether the request was processed, so that
 * repeating it is no answer. Here each request has a connection of its own, which no server can take
 * for idle: on loopback that costs a fraction of a millisecond. It holds for everything that uses
 * `fetch` in a test, web3.js included.
 */
const KEY = Symbol.for("fetch with keep-alive");
const shared = globalThis as { [KEY]?: typeof fetch };
shared[KEY] ??= globalThis.fetch;
const fetchWithKeepAlive = shared[KEY];

globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
  headers.set("Connection", "close");
  return fetchWithKeepAlive(input, { ...init, headers });
};
