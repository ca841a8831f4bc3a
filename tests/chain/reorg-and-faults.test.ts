import { expect, test, vi } from "vitest";
import {
  call,
  connect,
  freshChain,
  freshWorld,
  funded,
  post,
  SOL,
  send,
  signed,
  someKey,
  transfer,
} from "./support";

test("a reorg drops a confirmed payment, which may land again", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  chain.advanceSlots(5);
  const transaction = await signed(connection, [buyer], transfer(buyer, seller, SOL));
  chain.advanceSlots(1);
  const signature = await connection.sendRawTransaction(transaction.serialize());
  chain.advanceSlots(2);
  expect(await connection.getBalance(seller)).toBe(SOL);

  expect(chain.reorg(3)).toEqual([signature]);
  expect(await connection.getBalance(seller)).toBe(0);
  expect(await connection.getBalance(buyer.publicKey)).toBe(10 * SOL);
  expect(await connection.getSignaturesForAddress(seller)).toEqual([]);
  expect(await connection.getTransaction(signature)).toBeNull();
  const status = await connection.getSignatureStatus(signature, { searchTransactionHistory: true });
  expect(status.value).toBeNull();

  await connection.sendRawTransaction(transaction.serialize());
  chain.advanceSlots(1);
  expect(await connection.getBalance(seller)).toBe(SOL);
});

test("a reorg keeps what is finalized, and ends the blockhashes it dropped", async () => {
  const { chain, connection, buyer } = await freshWorld();
  const kept = someKey();
  await send(connection, [buyer], [transfer(buyer, kept, SOL)]);
  chain.advanceSlots(33);
  const dropped = someKey();
  const transaction = await signed(connection, [buyer], transfer(buyer, dropped, SOL));
  await connection.sendRawTransaction(transaction.serialize());
  expect(chain.reorg()).toHaveLength(1);
  expect(await connection.getBalance(kept)).toBe(SOL);
  await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow(
    "Blockhash not found",
  );
});

test("a paused chain lands transactions without confirming more", async () => {
  const chain = await freshChain({ manualSlots: false, slotMs: 10 });
  const connection = connect(chain);
  const buyer = funded(chain);
  chain.pause();
  const { slot } = chain;
  const signature = await send(connection, [buyer], [transfer(buyer, someKey(), SOL)]);
  await call(chain, "getSlot");
  expect(chain.slot).toBe(slot);
  expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe(
    "processed",
  );
  chain.resume();
  await vi.waitFor(async () => {
    const { value } = await connection.getSignatureStatus(signature);
    expect(value?.confirmationStatus).toBe("finalized");
  }, 5_000);
});

const HEALTH = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" });

test("each fault fails its method for the given number of calls", async () => {
  const chain = await freshChain();
  chain.injectFault({ kind: "429", method: "getHealth", times: 1 });
  const limited = await post(chain, HEALTH);
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await call(chain, "getHealth")).result).toBe("ok");

  chain.injectFault({ kind: "html", times: 1 });
  const page = await post(chain, HEALTH);
  expect([page.status, page.headers.get("content-type")]).toEqual([502, "text/html"]);

  chain.injectFault({ kind: "half-json", times: 1 });
  const half = await (await post(chain, HEALTH)).text();
  expect(() => JSON.parse(half)).toThrow();

  chain.injectFault({ kind: "wrong-id", times: 1 });
  expect((await call(chain, "getHealth")).id).toBe("not-1");

  chain.injectFault({ kind: "error", times: 1 });
  expect((await call(chain, "getHealth")).error?.code).toBe(-32005);

  chain.injectFault({ kind: "reset", times: 1 });
  await expect(post(chain, HEALTH)).rejects.toThrow();

  chain.injectFault({ kind: "timeout" });
  const waited = fetch(chain.url, {
    method: "POST",
    body: HEALTH,
    signal: AbortSignal.timeout(100),
  });
  await expect(waited).rejects.toThrow("timeout");
  chain.clearFaults();
  expect((await call(chain, "getHealth")).result).toBe("ok");
});

test("a lost answer does not undo the call", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  chain.injectFault({ kind: "lost-answer", method: "sendTransaction", times: 1 });
  await expect(send(connection, [buyer], [transfer(buyer, seller, SOL)])).rejects.toThrow();
  chain.advanceSlots(1);
  expect(await connection.getBalance(seller)).toBe(SOL);
});

test("a stale node answers with an older state and its slot", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  chain.advanceSlots(60);
  const signature = await send(connection, [buyer], [transfer(buyer, seller, SOL)]);
  chain.advanceSlots(40);
  const stale = { kind: "stale", lag: 50, times: 1 } as const;
  chain.injectFault(stale);
  expect(await connection.getSignaturesForAddress(seller)).toEqual([]);
  chain.injectFault(stale);
  expect(await connection.getBalance(seller)).toBe(0);
  chain.injectFault(stale);
  expect((await connection.getSignatureStatus(signature)).value).toBeNull();
  chain.injectFault(stale);
  await expect(
    connection.getSignaturesForAddress(seller, { minContextSlot: chain.slot - 10 } as never),
  ).rejects.toThrow("Minimum context slot has not been reached");
  expect(await connection.getSignaturesForAddress(seller)).toHaveLength(1);
});

test("the swallow fault accepts a transaction that never lands", async () => {
  const { chain, connection, buyer } = await freshWorld();
  chain.injectFault({ kind: "swallow", method: "sendTransaction", times: 1 });
  const signature = await send(connection, [buyer], [transfer(buyer, someKey(), SOL)]);
  chain.advanceSlots(1);
  expect((await connection.getSignatureStatus(signature)).value).toBeNull();
});

test("the not-run fault puts a transaction into a block without effect, and it runs later", async () => {
  const { chain, connection, buyer, seller } = await freshWorld(2 * SOL);
  chain.injectFault({ kind: "not-run", method: "sendTransaction", times: 1 });
  const transaction = await signed(connection, [buyer], transfer(buyer, seller, SOL));
  const signature = await connection.sendRawTransaction(transaction.serialize());
  chain.advanceSlots(1);
  const shown = await connection.getTransaction(signature, { commitment: "confirmed" });
  expect(shown?.meta).toMatchObject({ err: "InsufficientFundsForFee", fee: 0, logMessages: [] });
  expect(shown?.meta?.postBalances).toEqual(shown?.meta?.preBalances);
  expect(chain.balance(seller.toBase58())).toBe(0n);
  chain.advanceSlots(1);
  await connection.sendRawTransaction(transaction.serialize());
  chain.advanceSlots(1);
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null });
  expect(chain.balance(seller.toBase58())).toBe(BigInt(SOL));
  await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow();
});

test("answers are delayed by the given time", async () => {
  const chain = await freshChain();
  chain.setDelay(150);
  // Both timers run in this process, so that they fire in the order of their due times.
  const order: string[] = [];
  const timer = setTimeout(() => order.push("a shorter time is over"), 100);
  await call(chain, "getHealth");
  order.push("answered");
  clearTimeout(timer);
  expect(order).toEqual(["a shorter time is over", "answered"]);
});

test("control commands by HTTP are accepted only where enabled", async () => {
  const closed = await freshChain();
  const order = JSON.stringify({ do: "advanceSlots", count: 3 });
  const { slot } = closed;
  await fetch(`${closed.url}/control`, { method: "POST", body: order });
  expect(closed.slot).toBe(slot);
  const open = await freshChain({ control: "/control" });
  const answer = await fetch(`${open.url}/control`, { method: "POST", body: order });
  expect(await answer.json()).toEqual({ ok: true, slot: open.slot });
  const refused = await fetch(`${open.url}/control`, { method: "POST", body: '{"do":"explode"}' });
  expect(await refused.json()).toMatchObject({ ok: false });
});
