import { TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { call, freshWorld, MEMO_PROGRAM_ID, SOL, send, someKey, transfer } from "./support";

test("signatures are listed newest first, page by page, without gap or repeat", async () => {
  const { chain, connection, buyer } = await freshWorld(100 * SOL);
  const reference = someKey();
  const sent: string[] = [];
  for (let at = 0; at < 25; at++) {
    sent.push(await send(connection, [buyer], [transfer(buyer, someKey(), SOL + at, [reference])]));
    if (at % 3 === 0) chain.advanceSlots(1);
  }
  chain.advanceSlots(1);
  const paged: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await connection.getSignaturesForAddress(reference, {
      limit: 7,
      ...(before && { before }),
    });
    paged.push(...page.map((entry) => entry.signature));
    before = page.at(-1)?.signature;
    if (page.length < 7) break;
  }
  expect(paged).toEqual([...sent].reverse());

  const between = await connection.getSignaturesForAddress(reference, {
    before: sent[20] ?? "",
    until: sent[10] ?? "",
  });
  expect(between.map((entry) => entry.signature)).toEqual(sent.slice(11, 20).reverse());
});

test("limits out of range are refused, unknown bounds find nothing or bound nothing", async () => {
  const { chain, connection, buyer } = await freshWorld();
  const key = buyer.publicKey;
  for (const limit of [0, 1_001, -1]) {
    const { error } = await call(chain, "getSignaturesForAddress", [key.toBase58(), { limit }]);
    expect(error).toEqual({ code: -32602, message: "Invalid limit; max 1000" });
  }
  const unknown = bs58.encode(new Uint8Array(64).fill(7));
  expect(await connection.getSignaturesForAddress(key, { before: unknown })).toEqual([]);
  expect(await connection.getSignaturesForAddress(key, { until: unknown })).toHaveLength(1);
});

test("a transaction with a memo is the same in lists, logs, blocks and every encoding", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const data = Buffer.from("Purchase of été");
  const memo = new TransactionInstruction({ programId: MEMO_PROGRAM_ID, keys: [], data });
  const { slot } = chain;
  const signature = await send(connection, [buyer], [transfer(buyer, seller, SOL), memo]);
  chain.advanceSlots(1);
  const [listed] = await connection.getSignaturesForAddress(buyer.publicKey, { limit: 1 });
  expect(listed).toMatchObject({ signature, memo: "[17] Purchase of été" });
  const logs = (await connection.getTransaction(signature))?.meta?.logMessages;
  expect(logs?.join("\n")).toContain("Purchase of été");

  const get = async (encoding: string) => {
    const options = { encoding, commitment: "confirmed" };
    const { result } = await call(chain, "getTransaction", [signature, options]);
    return (result as { transaction: [string, string] }).transaction;
  };
  const [base64, base58] = [await get("base64"), await get("base58")];
  expect(base64[1]).toBe("base64");
  expect(Buffer.from(bs58.decode(base58[0])).toString("base64")).toBe(base64[0]);
  const parsed = await connection.getParsedTransaction(signature);
  const { instructions, accountKeys } = parsed?.transaction.message ?? {};
  const [source, destination] = [buyer.publicKey.toBase58(), seller.toBase58()];
  expect(instructions?.[0]).toMatchObject({
    program: "system",
    parsed: { type: "transfer", info: { source, destination, lamports: SOL } },
  });
  expect(accountKeys?.[0]).toMatchObject({ signer: true, writable: true });

  const block = await connection.getBlock(slot, { maxSupportedTransactionVersion: 0 });
  expect(block?.transactions.map((one) => one.transaction.signatures[0])).toEqual([signature]);
  expect(await connection.getBlocks(slot - 1, slot)).toEqual([slot - 1, slot]);
  expect(await connection.getBlockTime(slot)).toBeCloseTo(Date.now() / 1000, -1);
});
