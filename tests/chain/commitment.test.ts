import { expect, test } from "vitest";
import { call, connect, freshChain, freshWorld, SOL, send, someKey, transfer } from "./support";

test("a transaction goes processed, confirmed, finalized, and reads honour the commitment", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const signature = await send(connection, [buyer], [transfer(buyer, seller, SOL)]);
  const status = async () => (await connection.getSignatureStatus(signature)).value;
  const seen = async (commitment: "confirmed" | "finalized") => ({
    listed: (await connection.getSignaturesForAddress(seller, {}, commitment)).length,
    shown: (await connection.getTransaction(signature, { commitment })) !== null,
    balance: await connection.getBalance(seller, commitment),
  });
  const unseen = { listed: 0, shown: false, balance: 0 };
  const whole = { listed: 1, shown: true, balance: SOL };

  expect(await status()).toMatchObject({ confirmationStatus: "processed", confirmations: 0 });
  expect(await connection.getBalance(seller, "processed")).toBe(SOL);
  expect(await seen("confirmed")).toEqual(unseen);

  chain.advanceSlots(1);
  expect(await status()).toMatchObject({ confirmationStatus: "confirmed", confirmations: 1 });
  expect(await seen("confirmed")).toEqual(whole);
  expect(await seen("finalized")).toEqual(unseen);

  chain.advanceSlots(30);
  expect(await status()).toMatchObject({ confirmationStatus: "confirmed", confirmations: 31 });
  expect(await seen("finalized")).toEqual(unseen);

  chain.advanceSlots(1);
  expect(await status()).toMatchObject({ confirmationStatus: "finalized", confirmations: null });
  expect(await seen("finalized")).toEqual(whole);

  // A status that is older than a node's cache is found only by searching.
  chain.advanceSlots(269);
  expect(await status()).toBeNull();
  const history = { searchTransactionHistory: true };
  const searched = await connection.getSignatureStatus(signature, history);
  expect(searched.value?.confirmationStatus).toBe("finalized");
});

test("reads without a commitment are finalized, and processed history is refused", async () => {
  const { chain, buyer } = await freshWorld();
  const key = buyer.publicKey.toBase58();
  expect((await call(chain, "getBalance", [key])).result).toMatchObject({ value: 0 });
  expect((await call(chain, "getSignaturesForAddress", [key])).result).toEqual([]);
  const refused = await call(chain, "getSignaturesForAddress", [key, { commitment: "processed" }]);
  expect(refused.error).toEqual({
    code: -32602,
    message: "Method does not support commitment below `confirmed`",
  });
});

test("a slot that was not reached yet is refused", async () => {
  const chain = await freshChain();
  const slot = chain.slot - 1;
  const key = someKey().toBase58();
  for (const [method, params] of [
    ["getBalance", [key]],
    ["getAccountInfo", [key]],
    ["getSignaturesForAddress", [key]],
    ["getLatestBlockhash", []],
    ["getBlockHeight", []],
    ["getSlot", []],
    ["getEpochInfo", []],
  ] as const) {
    const config = { commitment: "confirmed", minContextSlot: slot };
    const early = await call(chain, method, [...params, { ...config, minContextSlot: slot + 1 }]);
    expect(early.error).toEqual({
      code: -32016,
      message: "Minimum context slot has not been reached",
      data: { contextSlot: slot },
    });
    expect((await call(chain, method, [...params, config])).error).toBeUndefined();
  }
});

test("heights, slots and epochs are consistent", async () => {
  const chain = await freshChain();
  const connection = connect(chain);
  chain.advanceSlots(40);
  const slot = await connection.getSlot("processed");
  expect(slot).toBe(chain.slot);
  expect(await connection.getSlot("confirmed")).toBe(slot - 1);
  expect(await connection.getSlot("finalized")).toBe(slot - 32);
  const height = await connection.getBlockHeight("processed");
  expect(height).toBeLessThan(slot);
  expect(await connection.getEpochInfo("processed")).toMatchObject({
    absoluteSlot: slot,
    blockHeight: height,
    epoch: 0,
  });
  const { context, value } = await connection.getLatestBlockhashAndContext("confirmed");
  expect(context.slot).toBe(slot - 1);
  expect(value.lastValidBlockHeight).toBe(height - 1 + 150);
});
