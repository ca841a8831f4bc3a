import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { expect, test } from "vitest";
import type { OrderTerms } from "../../app/orders/rules/payment";
import { verifyPayment } from "../../app/settlement/rules/verify-payment";
import { SYSTEM_PROGRAM } from "../../app/solana/keys";
import { transfersOf } from "../../app/solana/transfers";
import { createSolanaChain } from "../../workers/solana-chain";
import { makeTable, readTable } from "../support/lookup-table";
import { mintToken } from "../support/tokens";
import { freshWorld, signedV0, someKey } from "./support";

const TOKEN_PROGRAM = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const ACCOUNT_PROGRAM = new PublicKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
/** Rent minimum of a token account, and the balance before its program adds the rest (lamports). */
const RENT = 1_488_440;
const BEFOREHAND = 1_000_000;
const LAMPORTS = BigInt(RENT - BEFOREHAND);

/**
 * An inner transfer by a real program: the Associated Token Account program adds missing rent from
 * the signing wallet. Wallet and reference come from a lookup table.
 */
async function toppedUp() {
  const { chain, connection, buyer } = await freshWorld();
  const [owner, reference] = [someKey(), someKey()];
  const mint = new PublicKey((await mintToken(connection, buyer, someKey())).mint);
  const seeds = [owner, TOKEN_PROGRAM, mint].map((key) => key.toBytes());
  const [seller] = PublicKey.findProgramAddressSync(seeds, ACCOUNT_PROGRAM);
  chain.airdrop(seller.toBase58(), BEFOREHAND);
  const table = await makeTable(connection, buyer, [seller, reference]);
  chain.advanceSlots(1);
  const keys = [buyer.publicKey, seller, owner, mint, SystemProgram.programId];
  const call = new TransactionInstruction({
    programId: ACCOUNT_PROGRAM,
    keys: [...keys, TOKEN_PROGRAM, reference].map((pubkey, index) => ({
      pubkey,
      isSigner: index === 0,
      isWritable: index < 2,
    })),
  });
  const used = await readTable(connection, table);
  const signature = await connection.sendTransaction(
    await signedV0(connection, buyer, [call], [used]),
  );
  chain.advanceSlots(1);
  const raw = await createSolanaChain([chain.url]).transaction(signature, "confirmed");
  if (!raw?.meta) throw new Error("the transaction is missing");
  const order: OrderTerms = {
    reference: reference.toBase58(),
    recipient: seller.toBase58(),
    platform: someKey().toBase58(),
    legs: [{ role: "seller", wallet: seller.toBase58(), amount: String(LAMPORTS) }],
    boundWallet: null,
  };
  return { raw: { ...raw, meta: raw.meta }, order, signature, payer: buyer.publicKey.toBase58() };
}

test("a transfer inside a program call is read from the RPC answer", async () => {
  const { raw, order, signature, payer } = await toppedUp();
  expect(raw.transaction.message.accountKeys).not.toContain(order.recipient);
  const lamports = LAMPORTS;
  expect(transfersOf("SOL", raw)).toEqual([
    { source: payer, destination: order.recipient, lamports, extra: [], sourceSigned: true },
  ]);
  // The outer instruction has the reference, the transfer has not: it pays no order.
  const reason = "no_transfer";
  expect(verifyPayment(order, signature, raw)).toEqual({ kind: "not_a_payment", reason });
});

// spec: payment.effect
test("it pays when the program passes the reference to the transfer", async () => {
  const { raw, order, signature, payer } = await toppedUp();
  const { accountKeys } = raw.transaction.message;
  const { writable = [], readonly = [] } = raw.meta.loadedAddresses ?? {};
  const reference = [...accountKeys, ...writable, ...readonly].indexOf(order.reference);
  expect(reference).toBeGreaterThanOrEqual(accountKeys.length);
  const handOn = structuredClone(raw);
  const calls = handOn.meta.innerInstructions?.flatMap(({ instructions }) => instructions) ?? [];
  const system = accountKeys.indexOf(SYSTEM_PROGRAM);
  // Of the calls to the System program only the transfer has two accounts.
  const transfers = calls.filter(
    ({ programIdIndex, accounts }) => programIdIndex === system && accounts.length === 2,
  );
  expect(transfers).toHaveLength(1);
  transfers[0]?.accounts.push(reference);
  expect(verifyPayment(order, signature, handOn)).toMatchObject({
    kind: "settled",
    payment: { payer, sellerPaid: LAMPORTS, surplus: 0n, feeOwed: 0n },
  });
  const legs = order.legs.map((leg) => ({ ...leg, amount: String(LAMPORTS + 1n) }));
  const missing = { ...order, legs };
  expect(verifyPayment(missing, signature, handOn)).toMatchObject({ kind: "underpaid" });
});
