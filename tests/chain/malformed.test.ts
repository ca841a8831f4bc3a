import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  Message,
  MessageV0,
  PublicKey,
} from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { type ChainProcess, dataFolder, startProcess } from "./chain-process";
import { MEMO_PROGRAM_ID } from "./memo";
import { SOL, signed, someKey, transfer } from "./support";

/** Programs and sysvars of every kind that the VM has, as targets for nonsense. */
const TARGETS = [
  "11111111111111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  MEMO_PROGRAM_ID.toBase58(),
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "ComputeBudget111111111111111111111111111111",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "NativeLoader1111111111111111111111111111111",
  "SysvarC1ock11111111111111111111111111111111",
  "Sysvar1nstructions1111111111111111111111111",
].map((key) => new PublicKey(key));

interface Answer {
  result?: unknown;
  error?: { code: number };
}

async function ask(url: string, body: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const answer = await fetch(url, { method: "POST", body });
  return (await answer.json()) as Answer;
}

function sendRaw(url: string, raw: Uint8Array, method = "sendTransaction", skipPreflight = true) {
  const params = [Buffer.from(raw).toString("base64"), { encoding: "base64", skipPreflight }];
  return ask(url, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
}

/** A chain in a process of its own, so that its death would show, with somebody who has money. */
async function victim(): Promise<ChainProcess & { connection: Connection; payer: Keypair }> {
  const started = await startProcess(dataFolder());
  const connection = new Connection(started.url, "processed");
  const payer = Keypair.generate();
  await connection.requestAirdrop(payer.publicKey, 1_000 * SOL);
  return { ...started, connection, payer };
}

async function expectAlive({ child, connection }: Awaited<ReturnType<typeof victim>>) {
  expect(child.exitCode).toBeNull();
  expect(child.signalCode).toBeNull();
  expect(await connection.getSlot()).toBeGreaterThan(0);
}

test("a transaction with any bit flipped, or cut anywhere, is refused and harms nothing", async () => {
  const chain = await victim();
  const { connection, payer, url } = chain;
  const whole = (await signed(connection, [payer], transfer(payer, someKey(), SOL))).serialize();
  const before = await connection.getBalance(payer.publicKey);
  await Promise.all(
    Array.from(whole.keys(), async (at) => {
      const flipped = Uint8Array.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const answers = [
        await sendRaw(url, flipped, "sendTransaction", false),
        await sendRaw(url, whole.subarray(0, at), "sendTransaction", false),
        await sendRaw(url, Buffer.concat([whole, Buffer.alloc(at + 1)])),
      ];
      expect(answers.every((answer) => answer.error !== undefined)).toBe(true);
    }),
  );
  expect(await connection.getBalance(payer.publicKey)).toBe(before);
  await expectAlive(chain);
});

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const nonsense = fc.record({
  v0: fc.boolean(),
  keys: fc.array(
    fc.oneof(
      fc.constantFrom(...TARGETS),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => new PublicKey(key)),
    ),
    { minLength: 1, maxLength: 8 },
  ),
  header: fc.tuple(
    fc.oneof({ weight: 20, arbitrary: fc.constant(1) }, fc.nat(255)),
    fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.nat(255)),
    fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.nat(255)),
  ),
  instructions: fc.array(
    fc.record({
      program: fc.oneof({ weight: 20, arbitrary: fc.nat(8) }, fc.nat(255)),
      accounts: fc.array(fc.oneof({ weight: 30, arbitrary: fc.nat(8) }, fc.nat(255)), {
        maxLength: 10,
      }),
      data: fc.oneof(
        bytes(60),
        // A tag that programs know, then anything.
        fc.tuple(fc.nat(20), bytes(50)).map(([tag, rest]) => Uint8Array.of(tag, 0, 0, 0, ...rest)),
        bytes(700),
      ),
    }),
    { maxLength: 5 },
  ),
  lookups: fc.array(fc.tuple(fc.nat(9), bytes(6), bytes(6)), { maxLength: 2 }),
  spoiled: fc.array(fc.tuple(fc.nat(1_300), fc.nat(255)), { maxLength: 2 }),
  method: fc.constantFrom("sendTransaction", "simulateTransaction"),
  skipPreflight: fc.boolean(),
});

test("well-signed nonsense for every program never ends the process", async () => {
  const chain = await victim();
  const { connection, payer, url } = chain;
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
    fc.asyncProperty(nonsense, async (shape) => {
      const answer = await sendRaw(
        url,
        build(shape, payer, table, blockhash),
        shape.method,
        shape.skipPreflight,
      );
      expect(answer.result !== undefined || typeof answer.error?.code === "number").toBe(true);
      expect(answer.error?.code).not.toBe(-32603);
    }),
    { numRuns: 500 },
  );
  await expectAlive(chain);
});

function build(
  shape: typeof nonsense extends fc.Arbitrary<infer Shape> ? Shape : never,
  payer: Keypair,
  table: PublicKey,
  blockhash: string,
): Uint8Array {
  const keys = [payer.publicKey, ...shape.keys];
  const [numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts] =
    shape.header;
  const header = { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts };
  const message = shape.v0
    ? new MessageV0({
        header,
        staticAccountKeys: keys,
        recentBlockhash: blockhash,
        compiledInstructions: shape.instructions.map(({ program, accounts, data }) => ({
          programIdIndex: program,
          accountKeyIndexes: accounts,
          data,
        })),
        addressTableLookups: shape.lookups.map(([key, writable, readonly]) => ({
          accountKey: keys[key] ?? table,
          writableIndexes: [...writable],
          readonlyIndexes: [...readonly],
        })),
      })
    : new Message({
        header,
        accountKeys: keys,
        recentBlockhash: blockhash,
        instructions: shape.instructions.map(({ program, accounts, data }) => ({
          programIdIndex: program,
          accounts,
          data: bs58.encode(data),
        })),
      });
  const written = serialized(message);
  for (const [at, value] of shape.spoiled) if (at < written.length) written[at] = value;
  return Buffer.concat([Uint8Array.of(1), nacl.sign.detached(written, payer.secretKey), written]);
}

/** The message, or as much as the library writes of one that is too long for it. */
function serialized(message: Message | MessageV0): Uint8Array {
  try {
    return Uint8Array.from(message.serialize());
  } catch {
    return new Uint8Array(1_100).fill(3);
  }
}

test("random bytes and random calls get a JSON-RPC error", async () => {
  const chain = await victim();
  const { url } = chain;
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
      const answer = await ask(url, JSON.stringify(body));
      expect("result" in answer || typeof answer.error?.code === "number").toBe(true);
      expect(answer.error?.code).not.toBe(-32603);
    }),
    { numRuns: 400 },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 1_400 }), async (raw) => {
      expect((await sendRaw(url, raw)).error?.code).toBe(-32602);
      expect((await ask(url, Uint8Array.from(raw))).error?.code).toBeLessThan(-32000);
    }),
    { numRuns: 200 },
  );
  await expectAlive(chain);
});
