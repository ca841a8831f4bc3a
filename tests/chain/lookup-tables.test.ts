import { PublicKey } from "@solana/web3.js";
import { expect, test } from "vitest";
import { makeTable, readTable } from "../support/lookup-table";
import { call, freshWorld, SOL, signedV0, someKey, transfer } from "./support";

test("a v0 transaction pays through a lookup table, and its loaded accounts find it", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const reference = someKey();
  const key = await makeTable(connection, buyer, [seller, reference]);
  chain.advanceSlots(1);
  const table = await readTable(connection, key);
  const transaction = await signedV0(
    connection,
    buyer,
    [transfer(buyer, seller, SOL, [reference])],
    [table],
  );
  expect(transaction.message.staticAccountKeys.some((one) => one.equals(seller))).toBe(false);
  const signature = await connection.sendTransaction(transaction);
  chain.advanceSlots(1);
  expect(await connection.getBalance(seller)).toBe(SOL);
  for (const loaded of [seller, reference, key]) {
    const [newest] = await connection.getSignaturesForAddress(loaded, { limit: 1 });
    if (loaded !== key) expect(newest?.signature).toBe(signature);
  }
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(found?.version).toBe(0);
  expect(found?.meta?.loadedAddresses).toEqual({ writable: [seller], readonly: [reference] });
  // Static keys first, then the writable loaded ones: payer, System program, seller, reference.
  expect(found?.meta?.postBalances?.[2]).toBe(SOL);
  // A client that does not ask for version 0 is refused it.
  const { error } = await call(chain, "getTransaction", [signature, { commitment: "confirmed" }]);
  expect(error).toEqual({
    code: -32015,
    message:
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
  });
});

test("addresses added to a table in this slot can't be used yet", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const key = await makeTable(connection, buyer, [seller]);
  const table = await readTable(connection, key);
  const transaction = await signedV0(connection, buyer, [transfer(buyer, seller, SOL)], [table]);
  await expect(connection.sendTransaction(transaction)).rejects.toThrow(
    "Transaction address table lookup uses an invalid index",
  );
  chain.advanceSlots(1);
  await connection.sendTransaction(transaction);
});

test("invalid tables are refused and do not crash the node", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const key = await makeTable(connection, buyer, [seller]);
  chain.advanceSlots(1);
  const table = await readTable(connection, key);
  for (const [bogus, message] of [
    [someKey(), "doesn't exist"],
    [buyer.publicKey, "invalid owner"],
    [new PublicKey("AddressLookupTab1e1111111111111111111111111"), "invalid owner"],
  ] as const) {
    const transaction = await signedV0(connection, buyer, [transfer(buyer, seller, SOL)], [table]);
    const [lookup] = transaction.message.addressTableLookups;
    if (lookup) lookup.accountKey = bogus;
    transaction.sign([buyer]);
    await expect(connection.sendTransaction(transaction)).rejects.toThrow(message);
  }
  const beyond = await signedV0(connection, buyer, [transfer(buyer, seller, SOL)], [table]);
  beyond.message.addressTableLookups[0]?.writableIndexes.splice(0, 1, 200);
  beyond.sign([buyer]);
  await expect(connection.sendTransaction(beyond)).rejects.toThrow("invalid index");
});

test("more accounts than a block may lock are refused", async () => {
  const { chain, connection, buyer } = await freshWorld();
  const many = Array.from({ length: 140 }, someKey);
  const key = await makeTable(connection, buyer, many);
  chain.advanceSlots(1);
  const table = await readTable(connection, key);
  const wide = await signedV0(connection, buyer, [transfer(buyer, someKey(), SOL, many)], [table]);
  await expect(connection.sendTransaction(wide)).rejects.toThrow("locked too many accounts");
  const fitting = await signedV0(
    connection,
    buyer,
    [transfer(buyer, someKey(), SOL, many.slice(0, 60))],
    [table],
  );
  await connection.sendTransaction(fitting);
});
