import { expect, test } from "vitest";
import { type Log, logLine } from "../../../app/lib/log";
import { createCounters } from "../../../workers/counters";
import { createLog, newRequestId } from "../../../workers/log";
import { logFaults } from "../../support/log-faults";

const WALLET = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const ORDER = "0b0c8f6e-4a53-4f0e-9a51-2f3f1f0f8f11";
const PRODUCT = "hb2X9sQpL0aVtR4mKc7ZwE";
const AT = Date.UTC(2026, 10, 27, 12);

/** A log whose clock stands still until the test moves it. */
function setUp() {
  const time = { now: AT };
  const lines: string[] = [];
  const printer = {
    now: () => time.now,
    print: (_: string, line: string) => void lines.push(line),
  };
  const counters = createCounters(printer);
  const log = (id?: string) => createLog({ runtime: printer as never, counters }, id);
  return { time, lines, counters, log };
}

// spec: log.line
test("an event is one line of JSON with the id of its request", () => {
  const { lines, log } = setUp();
  log("K7QF2M9P")("request", { route: "shop", method: "GET", status: 200, ms: 12 });
  expect(lines).toEqual([
    '{"t":"2026-11-27T12:00:00.000Z","level":"info","event":"request","id":"K7QF2M9P","route":"shop","method":"GET","status":200,"ms":12}',
  ]);
});

test("a request that no route matches, and lamports beyond 32 bits", () => {
  const { lines, log } = setUp();
  log()("request", { route: null, method: "GET", status: 404, ms: 0 });
  log()("refund", { order: ORDER, lamports: 50_000_000_000n });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "request", status: 404 },
    { event: "refund", order: ORDER, lamports: 50_000_000_000 },
  ]);
  expect(lines[0]).not.toContain("route");
});

test("a field that is not planned does not compile, and is not written", () => {
  const { lines, log } = setUp();
  // @ts-expect-error
  log()("refund", { order: ORDER, lamports: 1n, wallet: WALLET });
  expect(lines.join()).not.toContain("wallet");
});

test("a planned field does not take what it is not for", () => {
  const line = (log: (write: Log) => void) => {
    const { lines, log: make } = setUp();
    log(make());
    return lines.join();
  };
  expect(line((log) => log("roll_back", { order: WALLET }))).toContain('"order":"[…]"');
  expect(line((log) => log("cron_step_failed", { step: `to ${WALLET}`, error: 0 }))).not.toContain(
    WALLET,
  );
  const node = { host: "rpc.example.com/v2/key", method: "getSlot", code: "timeout" };
  expect(line((log) => log("node_refused", node))).toContain('"host":"[…]"');
  const lost = { signature: WALLET + WALLET, reason: "unread" };
  expect(line((log) => log("payment_given_up", lost))).toContain('"signature":"9WzDXwBb"');
});

test("without a data set the sums of a minute are a line, with one they are data points", () => {
  const { time, lines, counters, log } = setUp();
  const request = { route: "shop", method: "GET", ms: 1 };
  for (const status of [200, 204, 503]) log()("request", { ...request, status });
  counters.count("rpc", "rpc.example.com", "ok");
  lines.length = 0;
  time.now += 59_999;
  counters.count("poll", "awaiting");
  expect(lines).toEqual([]);
  time.now += 1;
  counters.count("poll", "awaiting");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      event: "counts",
      seconds: 60,
      counts: {
        "request shop 2xx": 2,
        "request shop 5xx": 1,
        "rpc rpc.example.com ok": 1,
        "poll awaiting": 1,
      },
    },
  ]);
  const points: unknown[] = [];
  counters.bind({ writeDataPoint: (point) => void points.push(point) });
  time.now += 120_000;
  log()("sale", {
    order: ORDER,
    product: PRODUCT,
    lamports: 1n,
    fee: 0n,
    ms: 900,
    channel: "guest",
    way: "payment",
  });
  expect(points).toEqual([{ indexes: ["sale"], blobs: ["guest", "payment"], doubles: [1] }]);
});

test("ids of requests are short, and read out without mistakes", () => {
  const ids = Array.from({ length: 200 }, () =>
    newRequestId((count) => crypto.getRandomValues(new Uint8Array(count))),
  );
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

const CLEAN = logLine(
  "request",
  { route: "buy", method: "GET", status: 200, ms: 3 },
  { at: AT, id: "K7QF2M9P" },
);

test.each([
  ["the address of a wallet", `{"event":"request","route":"${WALLET}"}`],
  ["a token", '{"event":"request","route":"Zk3_pQ-8vYbN2sLw0RtXhG"}'],
  ["an e-mail address", '{"event":"request","route":"alice@example.com"}'],
  ["a network address", '{"event":"request","route":"203.0.113.7"}'],
  ["a network address", '{"event":"request","route":"2001:db8::7"}'],
  ["a query", '{"event":"request","route":"shop?q=hats"}'],
  ["an address of a page", '{"event":"request","route":"/download/x"}'],
  ["no event", "uncaught exception; stack = Error"],
])("the check of the browser tests finds a planted line: %s", (what, line) => {
  expect(logFaults([CLEAN, line, CLEAN])).toContain(`${what}: ${line}`);
});

test("and nothing in lines that are as they should be", () => {
  const { lines, log } = setUp();
  const error = new Error(`no ${WALLET} at https://rpc.example.com/?key=1 of alice@example.com`);
  log("K7QF2M9P")("request_failed", { error });
  log()("poll_failed", { order: ORDER, error: new TypeError("x", { cause: error }) });
  log()("line_not_advanced", { product: PRODUCT, error });
  log()("node_refused", { host: "127.0.0.1:8899", method: "getTransaction", code: "status_503" });
  expect(logFaults([CLEAN, ...lines])).toEqual([]);
});
