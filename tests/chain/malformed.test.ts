import { AddressLookupTableProgram, Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import nacl from "tweetnacl";
import { afterAll, afterEach, expect, test } from "vitest";
import { LONG_RUN } from "../support/test-scale";
import { transactionV1 } from "../support/version-1-transaction";
import { dataFolder, startProcess } from "./chain-process";
import { randomMessage, signRandomMessage, TARGETS } from "./malformed-inputs";
import { SOL, signed, someKey, transfer } from "./support";

/** Random cases of each kind. */
const RUNS = LONG_RUN ? 2_000 : 40;

interface Answer {
  result?: unknown;
  error?: { code: number };
}

async function ask(body: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const answer = await fetch(url, { method: "POST", body });
  return (await answer.json()) as Answer;
}

function sendRaw(raw: Uint8Array, method = "sendTransaction", skipPreflight = true) {
  const params = [Buffer.from(raw).toString("base64"), { encoding: "base64", skipPreflight }];
  return ask(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
}

/** A chain in a separate process, to detect a crash, and a funded key pair. */
const { child, url } = await startProcess(dataFolder(afterAll), {}, afterAll);
const connection = new Connection(url, "processed");
const payer = Keypair.generate();
await connection.requestAirdrop(payer.publicKey, 1_000 * SOL);

afterEach(async () => {
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  expect(await connection.getSlot()).toBeGreaterThan(0);
});

test.each(["legacy", "version 1"])(
  "a %s transaction with any bit flipped, or truncated anywhere, is refused without effect",
  async (version) => {
    const instruction = transfer(payer, someKey(), SOL);
    const { blockhash } = await connection.getLatestBlockhash();
    const spec = { payer: payer.publicKey, blockhash, instructions: [instruction] };
    const whole =
      version === "legacy"
        ? (await signed(connection, [payer], instruction)).serialize()
        : transactionV1(spec, [payer]);
    const before = await connection.getBalance(payer.publicKey);
    await Promise.all(
      Array.from(whole.keys(), async (at) => {
        const flipped = Uint8Array.from(whole);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
        const answers = [
          await sendRaw(flipped, "sendTransaction", false),
          await sendRaw(whole.subarray(0, at), "sendTransaction", false),
          await sendRaw(Buffer.concat([whole, Buffer.alloc(at + 1)])),
        ];
        expect(answers.every((answer) => answer.error !== undefined)).toBe(true);
      }),
    );
    expect(await connection.getBalance(payer.publicKey)).toBe(before);
  },
);

test("random signed messages for every program do not crash the process", async () => {
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    authority: payer.publicKey,
    payer: payer.publicKey,
    recentSlot: (await connection.getSlot()) - 1,
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    lookupTable: table,
    authority: payer.publicKey,
    payer: payer.publicKey,
    addresses: [someKey(), ...TARGETS],
  });
  const made = await signed(connection, [payer], create, extend);
  await connection.sendRawTransaction(made.serialize());
  const { blockhash } = await connection.getLatestBlockhash();

  await fc.assert(
    fc.asyncProperty(randomMessage, async (shape) => {
      const answer = await sendRaw(
        signRandomMessage(shape, payer, table, blockhash),
        shape.method,
        shape.skipPreflight,
      );
      expect(answer.result !== undefined || typeof answer.error?.code === "number").toBe(true);
      expect(answer.error?.code).not.toBe(-32603);
    }),
    { numRuns: 2 * RUNS },
  );
});

test("random bytes that begin like a version 1 transaction do not crash the process", async () => {
  const { blockhash } = await connection.getLatestBlockhash();
  const tail = fc.uint8Array({ maxLength: 4_200 });
  const head = fc.tuple(fc.nat(14), fc.nat(3), fc.nat(3), fc.nat(63), fc.nat(3), fc.nat(6));
  await fc.assert(
    fc.asyncProperty(head, tail, async ([signers, signed, unsigned, mask, count, keys], rest) => {
      const fixed = Uint8Array.of(0x81, signers, signed, unsigned, mask, 0, 0, 0);
      const message = Buffer.concat([
        fixed,
        bs58.decode(blockhash),
        Uint8Array.of(count, keys),
        payer.publicKey.toBytes(),
        rest,
      ]);
      const raw = Buffer.concat([message, nacl.sign.detached(message, payer.secretKey)]);
      const answer = await sendRaw(raw);
      expect(answer.result !== undefined || answer.error?.code === -32602).toBe(true);
    }),
    { numRuns: 2 * RUNS },
  );
});

test("random bytes and random calls get a JSON-RPC error", async () => {
  const methods = fc.constantFrom(
    "sendTransaction",
    "simulateTransaction",
    "getFeeForMessage",
    "getTransaction",
    "getSignaturesForAddress",
    "getSignatureStatuses",
    "getAccountInfo",
    "getMultipleAccounts",
    "getProgramAccounts",
    "getTokenAccountsByOwner",
    "getMinimumBalanceForRentExemption",
    "requestAirdrop",
    "getBlocks",
    "getBlock",
    "isBlockhashValid",
  );
  const params = fc.oneof(fc.array(fc.jsonValue(), { maxLength: 4 }), fc.jsonValue());
  const call = fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.constant(1),
    method: methods,
    params,
  });
  await fc.assert(
    fc.asyncProperty(call, async (body) => {
      const answer = await ask(JSON.stringify(body));
      expect("result" in answer || typeof answer.error?.code === "number").toBe(true);
      expect(answer.error?.code).not.toBe(-32603);
    }),
    { numRuns: 2 * RUNS },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 1_400 }), async (raw) => {
      expect((await sendRaw(raw)).error?.code).toBe(-32602);
      expect((await ask(Uint8Array.from(raw))).error?.code).toBeLessThan(-32000);
    }),
    { numRuns: RUNS },
  );
});
