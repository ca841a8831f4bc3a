/** Loaded before each test file that runs in Node; files of one project may share a process. */
import { setDateOffset } from "./clock/date-offset";

// Files share a process: each starts at the true time.
setDateOffset(0);

/**
 * Opens a connection for each request. Servers close an idle connection after some seconds (workerd:
 * 5 s); a test that computes for as long would send its next request into the closed connection and
 * fail with "other side closed". A retry is no fix, since the request may have been processed. On
 * loopback a connection costs less than 1 ms. Applies to all `fetch` in tests, web3.js included.
 */
const KEY = Symbol.for("fetch with keep-alive");
const shared = globalThis as { [KEY]?: typeof fetch };
shared[KEY] ??= globalThis.fetch;
const fetchWithKeepAlive = shared[KEY];

globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
  headers.set("Connection", "close");
  // Compressing on loopback takes processor time of both sides.
  if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", "identity");
  return fetchWithKeepAlive(input, { ...init, headers });
};
