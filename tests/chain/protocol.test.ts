import { expect, test } from "vitest";
import { call, connect, freshChain, freshWorld, post, SOL, someKey } from "./support";

const HEALTH = { jsonrpc: "2.0", id: 1, method: "getHealth" };

async function ask(chain: Parameters<typeof post>[0], body: unknown) {
  return (await post(chain, typeof body === "string" ? body : JSON.stringify(body))).json();
}

test("errors have JSON-RPC codes", async () => {
  const chain = await freshChain();
  expect(await ask(chain, "{")).toMatchObject({ id: null, error: { code: -32700 } });
  for (const invalid of [5, {}, [], [1], { ...HEALTH, jsonrpc: "1.0" }, { ...HEALTH, method: 3 }]) {
    const answer = await ask(chain, invalid);
    expect([answer].flat()[0]).toMatchObject({ error: { code: -32600 } });
  }
  expect((await call(chain, "getNothing")).error).toEqual({
    code: -32601,
    message: "Method not found",
  });
  expect((await call(chain, "constructor")).error?.code).toBe(-32601);
  for (const params of [
    [],
    ["short"],
    [7],
    [null],
    [someKey().toBase58(), { commitment: "soon" }],
    { a: 1 },
  ]) {
    expect((await call(chain, "getBalance", params as unknown[])).error?.code).toBe(-32602);
  }
});

test("a batch is answered call by call, and notifications are not", async () => {
  const chain = await freshChain();
  const batch = [
    HEALTH,
    { jsonrpc: "2.0", method: "getHealth" },
    { ...HEALTH, id: "b", method: "none" },
  ];
  expect(await ask(chain, batch)).toMatchObject([
    { id: 1, result: "ok" },
    { id: "b", error: { code: -32601 } },
  ]);
  expect(
    await (await post(chain, JSON.stringify({ jsonrpc: "2.0", method: "getHealth" }))).text(),
  ).toBe("");
});

test("CORS allows any origin, GET /health answers, other methods are refused", async () => {
  const chain = await freshChain();
  const preflight = await fetch(chain.url, { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-headers")).toBe("*");
  const health = await fetch(`${chain.url}/health`);
  expect([health.status, await health.text()]).toEqual([200, "ok"]);
  expect((await fetch(chain.url)).status).toBe(405);
  const next = await fetch(`http://127.0.0.1:${chain.port + 1}/health`);
  expect(await next.text()).toBe("ok");
});

test("a body without end is refused", async () => {
  const chain = await freshChain();
  const answer = await post(chain, `[${"0,".repeat(1_000_000)}0]`);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: { code: -32600 } });
  expect((await call(chain, "getHealth")).result).toBe("ok");
});

test("the calls that clients make on connect are answered", async () => {
  const chain = await freshChain();
  const connection = connect(chain);
  expect(await connection.getVersion()).toHaveProperty("solana-core");
  expect(await connection.getGenesisHash()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  expect(await connection.getFirstAvailableBlock()).toBeGreaterThan(0);
  expect(await connection.getEpochSchedule()).toHaveProperty("slotsPerEpoch", 432_000);
  expect(await connection.getRecentPrioritizationFees()).not.toHaveLength(0);
  expect(await connection.getTransactionCount()).toBe(0);
});

test("airdrops are capped, and below the rent minimum refused", async () => {
  const chain = await freshChain();
  const connection = connect(chain);
  const key = someKey();
  await connection.requestAirdrop(key, 1_000 * SOL);
  await connection.requestAirdrop(key, 1_000 * SOL);
  chain.advanceSlots(1);
  expect(await connection.getBalance(key)).toBe(2_000 * SOL);
  await expect(connection.requestAirdrop(key, 1_000 * SOL + 1)).rejects.toThrow("at most");
  await expect(connection.requestAirdrop(someKey(), 1)).rejects.toThrow(
    "insufficient funds for rent",
  );
});

test("accounts are returned in base58, base64 and slices", async () => {
  const { chain, connection, buyer } = await freshWorld();
  const [mine, none] = await connection.getMultipleAccountsInfo([buyer.publicKey, someKey()]);
  expect(mine).toMatchObject({ lamports: 10 * SOL, executable: false });
  expect(none).toBeNull();
  const sysvar = "SysvarC1ock11111111111111111111111111111111";
  const read = (config: object) => call(chain, "getAccountInfo", [sysvar, config]);
  const sliced = (await read({ encoding: "base64", dataSlice: { offset: 0, length: 8 } }))
    .result as {
    value: { data: [string, string] };
  };
  expect(Buffer.from(sliced.value.data[0], "base64").readBigUInt64LE()).toBe(BigInt(chain.slot));
  const params = [buyer.publicKey, { commitment: "confirmed" }];
  const whole = await post(chain, JSON.stringify({ ...HEALTH, method: "getAccountInfo", params }));
  expect(await whole.text()).toContain('"rentEpoch":18446744073709551615');
});
