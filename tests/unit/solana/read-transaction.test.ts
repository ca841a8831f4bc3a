import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { ChainUnavailable } from "../../../app/solana/chain";
import { createSolanaChain } from "../../../workers/solana-chain";
import { readCall, serve } from "../../support/http-server";

interface Asked {
  encoding: string;
  maxSupportedTransactionVersion: number;
}
type Reply = (options: Asked) => { result: unknown } | { error: { code: number } };

/** A node that answers `getTransaction`; returns its address and the options it was asked with. */
async function node(reply: Reply) {
  const asked: Asked[] = [];
  const { url } = await serve(async (request, response) => {
    const { id, method, params } = await readCall(request);
    const options = params[1] as Asked;
    if (method === "getTransaction") asked.push(options);
    const answer = method === "getTransaction" ? reply(options) : { result: 1 };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
  return { url, asked };
}

const payer = Keypair.generate();
const other = Keypair.generate();

function signed(build: "compileToV0Message" | "compileToLegacyMessage" = "compileToV0Message") {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: other.publicKey.toBase58(),
    instructions: [
      SystemProgram.transfer({
        fromPubkey: other.publicKey,
        toPubkey: payer.publicKey,
        lamports: 9,
      }),
    ],
  })[build]();
  const transaction = new VersionedTransaction(message);
  transaction.sign([payer, other]);
  return transaction.serialize();
}

const wire = signed();
const signature = bs58.encode(wire.subarray(1, 65));
const landed = (bytes: Uint8Array, meta: unknown = { err: null }) => ({
  result: {
    slot: 7,
    blockTime: null,
    version: 0,
    transaction: [Buffer.from(bytes).toString("base64"), "base64"],
    meta,
  },
});
const read = (one: { url: string }, ...more: { url: string }[]) =>
  createSolanaChain([one, ...more].map(({ url }) => url)).transaction(signature, "confirmed");

test("a transaction is read from its bytes", async () => {
  const { url, asked } = await node(() => landed(wire));
  expect(await read({ url })).toMatchObject({
    node: 0,
    slot: 7,
    meta: { err: null },
    transaction: {
      signatures: [signature, bs58.encode(wire.subarray(65, 129))],
      message: {
        accountKeys: [payer, other]
          .map(({ publicKey }) => publicKey.toBase58())
          .concat(SystemProgram.programId.toBase58()),
        header: { numRequiredSignatures: 2 },
        instructions: [{ programIdIndex: 2, accounts: [1, 0] }],
      },
    },
  });
  expect(asked).toMatchObject([{ encoding: "base64", maxSupportedTransactionVersion: 1 }]);
});

test("a node that refuses version 1 as a parameter is asked with 0", async () => {
  const { url, asked } = await node(({ maxSupportedTransactionVersion: version }) =>
    version === 1 ? { error: { code: -32602 } } : landed(wire),
  );
  expect(await read({ url })).toMatchObject({ slot: 7 });
  expect(asked.map(({ maxSupportedTransactionVersion }) => maxSupportedTransactionVersion)).toEqual(
    [1, 0],
  );
});

function changed(at: number): Uint8Array {
  const bytes = Uint8Array.from(wire);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
const without = (from: number, to: number) => Uint8Array.from(wire).fill(0, from, to);

test.each<[string, Reply]>([
  ["of an unknown version", () => ({ error: { code: -32015 } })],
  ["that the node lacks", () => ({ result: null })],
  ["with a bad first signature", () => landed(changed(1))],
  ["with a bad second signature", () => landed(changed(70))],
  ["without its second signature", () => landed(without(65, 129))],
  ["whose message was altered", () => landed(changed(wire.length - 3))],
  ["with trailing bytes", () => landed(Uint8Array.from([...wire, 0]))],
  ["that is cut off", () => landed(wire.subarray(0, 150))],
  ["with another first signature", () => landed(signed("compileToLegacyMessage"))],
])("a transaction %s is unreadable, and another node is asked", async (_, reply) => {
  const broken = await node(reply);
  expect(await read(broken)).toBeNull();
  const fine = await node(() => landed(wire));
  expect(await read(broken, fine)).toMatchObject({ node: 1, slot: 7 });
});

test.each<[string, Reply]>([
  ["an error", () => ({ error: { code: -32005 } })],
  ["a result without `err`", () => landed(wire, {})],
])("nothing is known where the only node answers %s", async (_, reply) => {
  await expect(read(await node(reply))).rejects.toThrow(ChainUnavailable);
});
