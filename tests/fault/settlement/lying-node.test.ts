import { type Keypair, PublicKey, SystemProgram, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PRICE_LAMPORTS, rpcConnection, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  sendSigned,
  sendTransfers,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { transferData } from "../../support/raw-payments";
import { inventMeta, inventTransaction, type Lie } from "../../support/rpc-proxy";
import { startTwoNodeApp, type TwoNodeApp } from "../../support/two-node-app";

let running: TwoNodeApp;
let app: TwoNodeApp["app"];
let chain: TwoNodeApp["chain"];
let nodes: TwoNodeApp["nodes"];

beforeAll(async () => {
  running = await startTwoNodeApp();
  ({ app, chain, nodes } = running);
});
afterEach(async () => {
  for (const node of nodes) {
    node.setLie(null);
    node.setRateLimited(false);
  }
  await expectLedgerConsistent(app);
});
afterAll(() => running?.stop());

/** The transaction that the wallet is given, signed and not sent. */
async function signed(transactionId: string, payer: Keypair) {
  const answer = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
  const { transaction } = (await answer.json()) as { transaction: string };
  const wire = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  wire.sign([payer]);
  return wire.serialize();
}

/** Repeats `cause`, which makes the order poll, until the nodes were asked several times. */
async function poll(cause: () => Promise<unknown>, calls = 10): Promise<void> {
  const asked = () =>
    nodes.reduce(
      (sum, { calls: by }) =>
        sum + (by.get("getSignatureStatuses") ?? 0) + (by.get("getSignaturesForAddress") ?? 0),
      0,
    );
  const enough = asked() + calls;
  const again = async () => {
    await cause();
    await app.clock.advance(2_000);
    return asked();
  };
  await expect.poll(again, { interval: 300 }).toBeGreaterThanOrEqual(enough);
}

describe("a node that invents a payment", () => {
  // spec: node.quorum
  test.each([
    ["first of two", 0, "confirmed"],
    ["first of two, and finalized", 0, "finalized"],
    ["second of two", 1, "finalized"],
    ["second, while the first answers 429", 1, "finalized"],
  ] as const)("is not believed: %s", async (position, index, confirmation) => {
    const { buyer, payer, transactionId, reference } = await readyToPay(app);
    const wire = await signed(transactionId, payer);
    nodes[index].setLie(inventTransaction(wire, reference, confirmation));
    if (position.includes("429")) nodes[0].setRateLimited(true);
    const report = () =>
      reportSignature(app, buyer, transactionId, bs58.encode(wire.subarray(1, 65)));
    await poll(report, position.includes("429") ? 3 : 10);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("awaiting");
    expect(await ledgerByKind(app, transactionId)).toEqual({});

    // The same transaction, sent after all, settles although one node still lies.
    nodes[0].setRateLimited(false);
    await rpcConnection(app).sendRawTransaction(wire, { skipPreflight: true });
    const status = async () => {
      await report();
      await app.clock.advance(2_000);
      return (await readOrder(app, buyer, transactionId)).status;
    };
    await expect.poll(status, { interval: 300 }).toBe("paid");
  });

  // spec: node.quorum
  test("can't make a payment final that a fork has dropped", async () => {
    const { buyer, payer, transactionId, reference } = await readyToPay(app);
    chain.pause();
    const wire = await signed(transactionId, payer);
    const signature = await rpcConnection(app).sendRawTransaction(wire);
    chain.advanceSlots(3);
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
    nodes[0].setLie(inventTransaction(wire, reference, "finalized"));
    expect(chain.reorg()).toContain(signature);
    chain.resume();
    chain.advanceSlots(200);
    await poll(() => app.clock.advance(20_000));
    expect(
      await sql(app, "SELECT status, finalized_at FROM orders WHERE id = ?", transactionId),
    ).toEqual([{ status: "paid", finalized_at: null }]);
    // Once it tells the truth, the payment is rolled back.
    nodes[0].setLie(null);
    const status = async () => {
      await app.clock.advance(20_000);
      return (await readOrder(app, buyer, transactionId)).status;
    };
    await expect.poll(status, { interval: 300 }).toBe("review");
  });
});

describe("a node that invents what a transaction did", () => {
  /** A transaction of this wallet that names the reference and pays next to nothing. */
  async function nearlyNothing() {
    const ready = await readyToPay(app);
    const { payer, transactionId, reference, recipient, buyer } = ready;
    await signed(transactionId, payer);
    const legs = [{ to: payer.publicKey, lamports: 1, references: [reference] }];
    legs.push({ to: new PublicKey(recipient), lamports: 0, references: [] });
    const signature = await sendTransfers(app, payer, legs);
    const report = () => reportSignature(app, buyer, transactionId, signature);
    return { ...ready, signature, report };
  }

  // spec: node.inner
  test.each([0, 1] as const)("an inner transfer (node %i) settles nothing", async (index) => {
    const { buyer, payer, transactionId, reference, recipient, signature, report } =
      await nearlyNothing();
    const landed = await rpcConnection(app).getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
      commitment: "confirmed",
    });
    const keys = landed?.transaction.message.staticAccountKeys.map(String) ?? [];
    const at = (key: string) => keys.indexOf(key);
    const transfer = {
      programIdIndex: at(SystemProgram.programId.toBase58()),
      accounts: [at(payer.publicKey.toBase58()), at(recipient), at(reference)],
      data: transferData(BigInt(PRICE_LAMPORTS)),
    };
    expect(transfer.accounts).not.toContain(-1);
    const innerInstructions = [{ index: 0, instructions: [transfer] }];
    nodes[index].setLie(inventMeta(signature, { innerInstructions }));
    await poll(report);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("awaiting");
    expect(await ledgerByKind(app, transactionId)).toEqual({});
  });

  test("a failure that only one node knows does not hide a payment", async () => {
    const { buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 1 });
    chain.pause();
    const signature = await payOrder(app, transactionId, payer);
    nodes[0].setLie(inventMeta(signature, { err: { InstructionError: [0, "Custom"] } }));
    chain.advanceSlots(40);
    chain.resume();
    await poll(() => reportSignature(app, buyer, transactionId, signature));
    expect((await readOrder(app, buyer, transactionId)).status).toBe("awaiting");
    nodes[0].setLie(null);
    await reportSignature(app, buyer, transactionId, signature);
    const status = async () => {
      await app.clock.advance(10_000);
      return (await readOrder(app, buyer, transactionId)).status;
    };
    await expect.poll(status, { interval: 300 }).toBe("paid");
  });
});

describe("a transaction that no node can show", () => {
  const cut: Lie = ({ method, params }, result) => {
    if (method !== "getTransaction" || !unreadable.has(String(params?.[0])) || !result)
      return result;
    const { transaction, ...rest } = result as { transaction: [string, string] };
    return { ...rest, transaction: [transaction[0].slice(0, 80), "base64"] };
  };
  const unreadable = new Set<string>();

  test("hides no payment, and does not keep a unit of stock", async () => {
    const { item, buyer, payer, transactionId, reference } = await readyToPay(app, {
      saleLimit: 1,
    });
    const wire = await signed(transactionId, payer);
    const legs = [{ to: payer.publicKey, lamports: 1, references: [reference] }];
    for (const node of nodes) node.setLie(cut);
    unreadable.add(await sendTransfers(app, payer, legs));
    chain.advanceSlots(200);
    const status = async () => {
      await app.clock.advance(15_000);
      return (await readOrder(app, buyer, transactionId)).status;
    };
    // Its own transaction has expired: the unit is free once the other one was tried a few times.
    await expect.poll(status, { interval: 500 }).toBe("pending");
    expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 0, held: 0 },
    ]);
    await expect(rpcConnection(app).sendRawTransaction(wire)).rejects.toThrow(/[Bb]lockhash/);

    const bytes = await signFirst(app, buyer, transactionId, payer);
    const answer = await sendSigned(app, buyer, transactionId, bytes);
    const { signature } = (await answer.json()) as { signature: string };
    unreadable.add(await sendTransfers(app, payer, legs));
    await waitForStatus(app, buyer, transactionId, "paid");
    expect(await readOrder(app, buyer, transactionId)).toMatchObject({ signature });
  });
});
