import { type Keypair, TransactionInstruction, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { type ChainHandle, encodeMessageV1 } from "../../dev/chain/index";
import { messageV1, signV1, transactionV1 } from "../support/version-1-transaction";
import {
  call,
  connect,
  freshWorld,
  funded,
  MEMO_PROGRAM_ID,
  SOL,
  someKey,
  transfer,
} from "./support";

const VERSION_1 = { maxSupportedTransactionVersion: 1 } as const;

async function payment(
  chain: ChainHandle,
  buyer: Keypair,
  instructions = [transfer(buyer, someKey(), SOL)],
  config = {},
) {
  const { blockhash } = await connect(chain).getLatestBlockhash();
  return transactionV1({ payer: buyer.publicKey, blockhash, instructions, config }, [buyer]);
}

function signatureOf(raw: Uint8Array): string {
  return bs58.encode(VersionedTransaction.deserialize(raw).signatures[0] ?? new Uint8Array());
}

function sendTo(chain: ChainHandle, raw: Uint8Array, options: object = {}) {
  const text = Buffer.from(raw).toString("base64");
  return call(chain, "sendTransaction", [text, { encoding: "base64", ...options }]);
}

// spec: payment.version-1
test("a version 1 payment moves its lamports and fees, and is found by signature and keys", async () => {
  const { chain, connection, buyer, seller } = await freshWorld(2 * SOL);
  const reference = someKey();
  const instructions = [transfer(buyer, seller, SOL, [reference])];
  const raw = await payment(chain, buyer, instructions, { priorityFee: 777 });
  const signature = signatureOf(raw);
  expect((await sendTo(chain, raw)).result).toBe(signature);
  chain.advanceSlots(1);

  expect(await connection.getBalance(seller)).toBe(SOL);
  expect(await connection.getBalance(buyer.publicKey)).toBe(SOL - 5_000 - 777);
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({
    err: null,
    confirmationStatus: "confirmed",
  });
  for (const key of [reference, seller, buyer.publicKey]) {
    const [row] = await connection.getSignaturesForAddress(key, { limit: 1 });
    expect(row?.signature).toBe(signature);
  }
  const found = await connection.getTransaction(signature, VERSION_1);
  expect(found?.version).toBe(1);
  expect(found?.meta).toMatchObject({ err: null, fee: 5_777, computeUnitsConsumed: 150 });
  expect(found?.transaction.message.getAccountKeys().get(0)?.equals(buyer.publicKey)).toBe(true);
});

test("getTransaction returns version 1 as base64, base58 and JSON", async () => {
  const { chain, buyer } = await freshWorld();
  const raw = await payment(chain, buyer, undefined, { heapSize: 65_536 });
  const signature = signatureOf(raw);
  await sendTo(chain, raw);
  chain.advanceSlots(1);
  const read = async (options: object) =>
    call(chain, "getTransaction", [signature, { commitment: "confirmed", ...options }]);

  const base64 = await read({ encoding: "base64", ...VERSION_1 });
  expect(base64.result).toMatchObject({
    version: 1,
    transaction: [Buffer.from(raw).toString("base64"), "base64"],
    meta: { err: null, loadedAddresses: { writable: [], readonly: [] } },
  });
  const base58 = await read({ encoding: "base58", ...VERSION_1 });
  expect(base58.result).toMatchObject({ transaction: [bs58.encode(raw), "base58"] });
  const json = await read({ encoding: "json", ...VERSION_1 });
  expect(json.result).toMatchObject({
    version: 1,
    transaction: {
      signatures: [signature],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0 },
        transactionConfig: {
          priorityFee: null,
          computeUnitLimit: 200_000,
          loadedAccountsDataSizeLimit: 1024 * 1024,
          heapSize: 65_536,
        },
      },
    },
  });
  for (const options of [{}, { maxSupportedTransactionVersion: 0 }]) {
    expect((await read({ encoding: "base64", ...options })).error?.code).toBe(-32015);
  }
});

test("a version 1 transaction of 4,096 bytes is taken as base64 and as base58", async () => {
  const { chain, buyer } = await freshWorld();
  const memo = (bytes: number) =>
    new TransactionInstruction({
      programId: MEMO_PROGRAM_ID,
      keys: [],
      data: Buffer.alloc(bytes, "a"),
    });
  const empty = (await payment(chain, buyer, [memo(0)])).length;
  const whole = async (bytes: number) => {
    const raw = await payment(chain, buyer, [memo(bytes - empty)], { computeUnitLimit: 1_400_000 });
    expect(raw).toHaveLength(bytes);
    return raw;
  };
  const raw = await whole(4_096);
  const signature = signatureOf(raw);
  expect((await sendTo(chain, raw)).result).toBe(signature);
  const other = await whole(4_095);
  const sent = await call(chain, "sendTransaction", [bs58.encode(other)]);
  expect(sent.result).toBe(signatureOf(other));
  expect((await sendTo(chain, await whole(4_097))).error?.code).toBe(-32602);
  chain.advanceSlots(1);
  const found = await connect(chain).getTransaction(signature, VERSION_1);
  expect(found?.meta?.err).toBeNull();
});

test("a version 1 transaction lands once, and until its blockhash expires", async () => {
  const { chain, buyer, seller } = await freshWorld();
  const raw = await payment(chain, buyer, [transfer(buyer, seller, SOL)]);
  await sendTo(chain, raw);
  expect((await sendTo(chain, raw)).error?.message).toContain("already been processed");
  await sendTo(chain, raw, { skipPreflight: true });
  const late = await payment(chain, buyer, [transfer(buyer, seller, 2 * SOL)]);
  chain.advanceSlots(151);
  expect((await sendTo(chain, late)).error?.message).toContain("Blockhash not found");
  expect(chain.balance(seller.toBase58())).toBe(BigInt(SOL));
});

test("a version 1 transaction with a bad or missing signature has no effect", async () => {
  const { chain, buyer, seller } = await freshWorld();
  const other = funded(chain);
  const both = [transfer(buyer, seller, SOL), transfer(other, seller, SOL)];
  const missing = await payment(chain, buyer, both);
  const bad = Uint8Array.from(await payment(chain, buyer, [transfer(buyer, seller, SOL)]));
  bad[bad.length - 1] = (bad[bad.length - 1] ?? 0) ^ 1;
  for (const raw of [missing, bad]) {
    expect((await sendTo(chain, raw)).error?.code).toBe(-32003);
    await sendTo(chain, raw, { skipPreflight: true });
  }
  chain.advanceSlots(1);
  expect(chain.balance(seller.toBase58())).toBe(0n);
  expect(chain.balance(buyer.publicKey.toBase58())).toBe(BigInt(10 * SOL));
});

test("a simulation and a question for the fee take version 1", async () => {
  const { chain, buyer } = await freshWorld();
  const { blockhash } = await connect(chain).getLatestBlockhash();
  const message = messageV1({
    payer: buyer.publicKey,
    blockhash,
    instructions: [transfer(buyer, someKey(), SOL)],
    config: { priorityFee: 1_000 },
  });
  const text = Buffer.from(signV1(message, [])).toString("base64");
  const simulated = await call(chain, "simulateTransaction", [text, { encoding: "base64" }]);
  expect(simulated.result).toMatchObject({ value: { err: null, unitsConsumed: 150 } });
  const fee = Buffer.from(encodeMessageV1(message)).toString("base64");
  const asked = await call(chain, "getFeeForMessage", [fee, { commitment: "processed" }]);
  expect(asked.result).toMatchObject({ value: 6_000 });
});

test("version 1 messages that break the format's limits are refused", async () => {
  const { chain, buyer } = await freshWorld();
  const { blockhash } = await connect(chain).getLatestBlockhash();
  const base = { payer: buyer.publicKey, blockhash };
  const message = (instructions: TransactionInstruction[], config = {}) =>
    messageV1({ ...base, instructions, config });
  const pay = transfer(buyer, someKey(), 1);
  const twice = message([pay]);
  twice.staticAccountKeys[1] = buyer.publicKey;
  const keys = Array.from({ length: 63 }, () => someKey());
  const payerAsProgram = message([pay]);
  for (const instruction of payerAsProgram.compiledInstructions) instruction.programIdIndex = 0;
  const broken = [
    twice,
    payerAsProgram,
    message([pay], { heapSize: 33_000 }),
    message([pay], { heapSize: 1024 }),
    message(Array.from({ length: 65 }, () => pay)),
    message([transfer(buyer, someKey(), 1, keys)]),
  ];
  for (const one of broken) {
    const answer = await sendTo(chain, signV1(one, [buyer]), { skipPreflight: true });
    expect(answer.error?.code).toBe(-32602);
  }
});
