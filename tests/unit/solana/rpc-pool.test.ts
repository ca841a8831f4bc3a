import { expect, test } from "vitest";
import { z } from "zod";
import { ChainUnavailable } from "../../../app/solana/chain";
import { createIsolate, platformRuntime } from "../../../workers/isolate";
import { RpcPool } from "../../../workers/rpc-pool";
import { readCall, serve } from "../../support/http-server";

interface Node {
  url: string;
  /** Number of requests, without those for its slot, which the pool makes by itself. */
  asked: number;
  probed: number;
}

type Reply = (id: number) => { status?: number; headers?: Record<string, string>; body: string };

/** A node that gives every request the same answer. */
async function node(reply: Reply): Promise<Node> {
  const state = { url: "", asked: 0, probed: 0 };
  const { url } = await serve(async (request, response) => {
    const { id, method } = await readCall(request);
    if (method === "getSlot") state.probed++;
    else state.asked++;
    const { status = 200, headers = {}, body } = reply(id);
    response.writeHead(status, headers).end(body);
  });
  return Object.assign(state, { url });
}

const says = (result: unknown) => (id: number) => ({
  body: JSON.stringify({ jsonrpc: "2.0", id, result }),
});
const ask = (...nodes: Node[]) =>
  new RpcPool(nodes.map(({ url }) => url)).call("getBlockHeight", [], z.number());

test("only the first node is asked while it answers", async () => {
  const [first, second] = [await node(says(1)), await node(says(2))];
  expect([await ask(first, second), await ask(first, second)]).toEqual([1, 1]);
  expect(second.asked).toBe(0);
});

// spec: node.failover
test.each<[string, Reply]>([
  ["an error page", () => ({ status: 502, body: "<html>" })],
  ["HTML instead of JSON", () => ({ body: "<html>" })],
  ["a truncated answer", () => ({ body: '{"jsonrpc":"2.0","id":' })],
  ["an answer with another id", (id) => says(1)(id + 1)],
  ["a malformed result", says("1")],
  ["no result", (id) => ({ body: JSON.stringify({ jsonrpc: "2.0", id }) })],
  ["an answer without end", (id) => ({ body: says("x".repeat(5_000_000))(id).body })],
  ["an error", (id) => ({ body: JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32005 } }) })],
])("after %s the next node is asked, and preferred during the cooldown", async (_, reply) => {
  const [broken, fine] = [await node(reply), await node(says(2))];
  expect([await ask(broken, fine), await ask(broken, fine)]).toEqual([2, 2]);
  expect(broken.asked).toBe(1);
});

test("an overloaded node is skipped for its Retry-After", async () => {
  const busy = await node(() => ({ status: 429, headers: { "Retry-After": "30" }, body: "" }));
  await expect(ask(busy)).rejects.toThrow(ChainUnavailable);
  await expect(ask(busy)).rejects.toThrow(ChainUnavailable);
  expect(busy.asked).toBe(1);
});

test("the cooldown of a node ends with its time, and with the isolate", async () => {
  let now = 0;
  const asked: string[] = [];
  const runtime = {
    ...platformRuntime,
    now: () => now,
    async fetch(url: string, { body }: RequestInit) {
      const { id, method } = JSON.parse(String(body));
      if (method !== "getSlot") asked.push(url);
      return new Response(url === "http://down" ? "" : says(1)(id).body);
    },
  };
  const poolIn = (isolate = createIsolate(runtime)) =>
    new RpcPool(["http://down", "http://fine"], null, isolate);
  const pool = poolIn();
  const urlsAsked = async (by: RpcPool) => {
    await by.call("getBlockHeight", [], z.number());
    return asked.splice(0);
  };
  const both = ["http://down", "http://fine"];
  expect(await urlsAsked(pool)).toEqual(both);
  expect(await urlsAsked(poolIn(pool.isolate))).toEqual(["http://fine"]);
  expect(await urlsAsked(poolIn())).toEqual(both);
  now += 60_000;
  expect(await urlsAsked(pool)).toEqual(both);
});

// spec: log.faults
test("a node that refuses is named by host, method and code, once a cooldown, and never by its key", async () => {
  let now = 0;
  const lines: string[] = [];
  const answers = [() => new Response("", { status: 503 }), () => new Response("<html>")];
  const runtime = {
    ...platformRuntime,
    now: () => now,
    fetch: async () => answers[0]?.() ?? Promise.reject(new TypeError("fetch failed: s3cret")),
    print: (_: string, line: string) => void lines.push(line),
  };
  const pool = new RpcPool(
    ["https://rpc.example.com/s3cret?key=s3cret"],
    null,
    createIsolate(runtime),
  );
  for (let outage = 0; outage < 3; outage++, now += 60_000, answers.shift()) {
    for (let call = 0; call < 2; call++) {
      await expect(pool.call("getBlockHeight", [], z.number())).rejects.toThrow(ChainUnavailable);
    }
  }
  const read = lines.map((line) => JSON.parse(line));
  const host = "rpc.example.com";
  expect(read.filter(({ event }) => event === "node_refused")).toMatchObject(
    ["status_503", "unreadable", "unreachable"].map((code) => ({
      host,
      method: "getBlockHeight",
      code,
    })),
  );
  expect(read.filter(({ event }) => event === "counts")).toMatchObject([
    { counts: { [`rpc ${host} status_503`]: 4 } },
    { counts: { [`rpc ${host} unreadable`]: 4 } },
  ]);
  expect(lines.join()).not.toContain("s3cret");
});

test("a single node is retried at once", async () => {
  let calls = 0;
  const shaky = await node((id) => (++calls === 1 ? { body: "" } : says(3)(id)));
  expect(await ask(shaky)).toBe(3);
});

test("several nodes are read at once, and one that does not answer is replaced", async () => {
  const { url } = await serve(() => undefined);
  const nodes = [await node(says(1)), await node(says(2)), await node(says(3))];
  const pool = new RpcPool([url, ...nodes.map((one) => one.url)]);
  // The other nodes answer within this time also on a busy machine.
  const options = { nodeTimeoutMs: 3_000 };
  const read = () => pool.readOnSeveral((call) => call("getBlockHeight", [], z.number()), options);
  expect((await read()).sort()).toEqual([1, 2]);
  // The silent one comes last for the time of its cooldown.
  expect((await read()).sort()).toEqual([1, 2]);
  expect(nodes.map(({ asked }) => asked)).toEqual([2, 2, 0]);
});
