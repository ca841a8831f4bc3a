import {
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  type VersionedMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { MEMO_PROGRAM_ID } from "../../chain/support";
import type { InProcessApp } from "../../support/app-here";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
} from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { makeTable, readTable } from "../../support/lookup-table";
import {
  ledgerByKind,
  openOrder,
  requestTransaction,
  sendSigned,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

/** A decompiled transaction, and its order. */
async function asked() {
  const item = await product(app);
  const buyer = await person(app);
  const payer = fundedWallet(app);
  const opened = await openOrder(app, buyer, item.id, payer);
  const answer = await requestTransaction(app, opened.transactionId, payer.publicKey.toBase58());
  const { transaction } = (await answer.json()) as { transaction: string };
  const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  return { ...opened, buyer, payer, message: TransactionMessage.decompile(message) };
}

/** A guard instruction checks the payer's account and can fail the whole transaction. */
function guard(payer: Keypair, text: string): TransactionInstruction {
  const keys = [{ pubkey: payer.publicKey, isSigner: true, isWritable: false }];
  return new TransactionInstruction({ programId: MEMO_PROGRAM_ID, keys, data: Buffer.from(text) });
}

async function sendAs(message: VersionedMessage, ...by: Keypair[]) {
  const transaction = new VersionedTransaction(message);
  transaction.sign(by);
  return rpcConnection(app).sendRawTransaction(transaction.serialize());
}

describe("a wallet that rewrites the transaction", () => {
  // spec: payment.effect
  test("adds compute budget and guard instructions before and after", async () => {
    const { transactionId, buyer, payer, message } = await asked();
    const ours = message.instructions.filter(
      ({ programId }) => !programId.equals(ComputeBudgetProgram.programId),
    );
    message.instructions = [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000 }),
      guard(payer, "before"),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 90_000 }),
      ...ours,
      guard(payer, "after"),
    ];
    const signature = await sendAs(message.compileToV0Message(), payer);
    expect(await waitForStatus(app, buyer, transactionId, "paid")).toMatchObject({ signature });
    expect(await ledgerByKind(app, transactionId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: PRICE_LAMPORTS / 100,
    });
  });

  // spec: payment.effect
  test("moves seller, platform and reference into a lookup table", async () => {
    const { transactionId, recipient, reference, buyer, payer, message } = await asked();
    const connection = rpcConnection(app);
    const addresses = [recipient, app.platformWallet, reference].map(
      (address) => new PublicKey(address),
    );
    const key = await makeTable(connection, payer, addresses);
    app.chain.advanceSlots(1);
    const table = await readTable(connection, key);
    const compiled = message.compileToV0Message([table]);
    expect(compiled.staticAccountKeys.map(String)).not.toContain(reference);
    const signature = await sendAs(compiled, payer);
    const paid = await waitForStatus(app, buyer, transactionId, "paid");
    expect(paid).toMatchObject({ signature, buyerWallet: payer.publicKey.toBase58() });
    expect(await ledgerByKind(app, transactionId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: PRICE_LAMPORTS / 100,
    });
  });

  // spec: payment.effect
  test("uses a sponsored fee payer: the buyer is who paid the seller", async () => {
    const { transactionId, buyer, payer, message } = await asked();
    const sponsor = fundedWallet(app);
    message.payerKey = sponsor.publicKey;
    const signature = await sendAs(message.compileToV0Message(), sponsor, payer);
    const paid = await waitForStatus(app, buyer, transactionId, "paid");
    expect(paid).toMatchObject({ signature, buyerWallet: payer.publicKey.toBase58() });
    expect(app.chain.balance(payer.publicKey.toBase58())).toBe(
      BigInt(LAMPORTS_PER_SOL - PRICE_LAMPORTS),
    );
  });
});

describe("a wallet that rewrites the transaction and can't send it", () => {
  const signed = (message: TransactionMessage, payer: Keypair): string => {
    const transaction = new VersionedTransaction(message.compileToV0Message());
    transaction.sign([payer]);
    return Buffer.from(transaction.serialize()).toString("base64");
  };

  test("returns bytes that pay the order", async () => {
    const { transactionId, buyer, payer, message } = await asked();
    message.instructions.unshift(guard(payer, "before"));
    const answer = await sendSigned(app, buyer, transactionId, signed(message, payer));
    expect(answer.status).toBe(200);
    expect(await waitForStatus(app, buyer, transactionId, "paid")).toMatchObject(
      (await answer.json()) as { signature: string },
    );
  });

  test("is refused with bytes that do not pay it, or from another wallet than the bound one", async () => {
    const { transactionId, buyer, payer, message } = await asked();
    const all = message.instructions;
    message.instructions = all.filter((_, index) => index !== all.length - 2);
    const short = await sendSigned(app, buyer, transactionId, signed(message, payer));
    expect(await short.json()).toMatchObject({ error: { code: "invalid_input" } });
    const stranger = fundedWallet(app);
    message.payerKey = stranger.publicKey;
    message.instructions = all.map(({ programId, keys, data }) => {
      const replaced = keys.map((key) =>
        key.pubkey.equals(payer.publicKey) ? { ...key, pubkey: stranger.publicKey } : key,
      );
      return new TransactionInstruction({ programId, keys: replaced, data });
    });
    const other = await sendSigned(app, buyer, transactionId, signed(message, stranger));
    expect(await other.json()).toMatchObject({ error: { code: "other_wallet" } });
  });
});
