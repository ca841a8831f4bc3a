import { type Keypair, SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ASSUMED_PACE } from "../../../app/solana/pace";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, LAMPORTS_PER_SOL, rpcConnection, sql } from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  openOrder,
  readOrder,
  requestTransaction,
  requestUnsigned,
  sendSigned,
  sendTransfers,
  signFirst,
  waitForShort,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";

let app: InProcessApp;

beforeAll(async () => {
  // Slots pass by the rounds of the test.
  app = await startPaymentApp({ manualSlots: true });
});
afterAll(() => app?.stop());

const SLOT_MS = 400;
const SLOTS_PER_ROUND = 15;
/** Four minutes of chain time. */
const ROUNDS = 40;
const RICH_ADDRESSES = 200;
const ACCOUNTS = 50;
const SIGNERS = 40;
/** The honest buyer comes when the attack has had the product for a while. */
const ARRIVAL_ROUND = 4;

interface Attacker {
  account: Person;
  orderId: string;
  payer: Keypair;
}

function setBalance(payer: Keypair, lamports: number): void {
  app.chain.setAccount(payer.publicKey.toBase58(), {
    lamports: BigInt(lamports),
    data: new Uint8Array(),
    owner: SystemProgram.programId.toBytes(),
    executable: false,
  });
}

function askAction(productId: string, account: string): Promise<Response> {
  return fetch(`${app.url}/api/actions/buy/${productId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://wallet.example" },
    body: JSON.stringify({ account }),
  });
}

// spec: stock.attack
test("a buyer who signs gets a unique product within two message lives, whoever else wants to hold it", async () => {
  const item = await product(app, { saleLimit: 1 });
  const rich = Array.from({ length: RICH_ADDRESSES }, () => fundedWallet(app).publicKey.toBase58());
  const attackers: Attacker[] = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, at) => {
      const account = await person(app);
      const { transactionId: orderId } = await openOrder(app, account, item.id);
      return { account, orderId, payer: fundedWallet(app, at < SIGNERS ? undefined : 0) };
    }),
  );
  const signers = attackers.slice(0, SIGNERS);

  /** Names rich addresses, and holds by accounts that never sign. */
  async function holdByAddresses(round: number): Promise<void> {
    const some = rich.slice(round * 5, round * 5 + 5);
    await Promise.all(some.map((address) => askAction(item.id, address)));
    const account = attackers[round % ACCOUNTS];
    if (account) await requestTransaction(app, account.orderId, rich[round] ?? "");
    const other = attackers[(round + 1) % ACCOUNTS];
    if (other) await requestUnsigned(app, other.account, other.orderId, rich[round] ?? "");
  }

  /** Signs the full price while another holds the unit, and empties the wallet. */
  async function signAndEmpty({ account, orderId, payer }: Attacker): Promise<void> {
    setBalance(payer, LAMPORTS_PER_SOL);
    const asked = await requestUnsigned(app, account, orderId, payer.publicKey.toBase58());
    if (asked.status !== 200) return;
    const signed = await signFirst(app, account, orderId, payer);
    await sendSigned(app, account, orderId, signed);
    setBalance(payer, 0);
  }

  /** True while the unit is held for long enough: one who is funded when it gets free pays for it. */
  async function isSafeToSign(): Promise<boolean> {
    const [hold] = await sql<{ last: number }>(
      app,
      "SELECT last_valid_block_height AS last FROM orders WHERE product_id = ? AND hold = 'held'",
      item.id,
    );
    const height = await rpcConnection(app).getBlockHeight("confirmed");
    return hold !== undefined && hold.last > height + SLOTS_PER_ROUND;
  }

  let honest: { buyer: Person; payer: Keypair; id: string; signed: string } | null = null;
  let paidAfterSlots: number | null = null;
  for (let round = 0; round < ROUNDS && paidAfterSlots === null; round++) {
    await holdByAddresses(round);
    if (await isSafeToSign()) {
      const first = (round * 10) % SIGNERS;
      await Promise.all(signers.slice(first, first + 10).map(signAndEmpty));
    }
    if (round === ARRIVAL_ROUND) {
      const [buyer, payer] = [await person(app), fundedWallet(app)];
      const { transactionId: id } = await openOrder(app, buyer, item.id);
      honest = { buyer, payer, id, signed: await signFirst(app, buyer, id, payer) };
    }
    if (honest) {
      const { buyer, payer, id } = honest;
      const answer = await sendSigned(app, buyer, id, honest.signed);
      if (answer.status === 410) honest.signed = await signFirst(app, buyer, id, payer);
      else expect([200, 409]).toContain(answer.status);
      app.chain.advanceSlots(2);
      const { status } = await readOrder(app, buyer, id);
      if (status === "paid") paidAfterSlots = (round - ARRIVAL_ROUND) * SLOTS_PER_ROUND;
    }
    app.chain.advanceSlots(SLOTS_PER_ROUND);
    await app.clock.advance(SLOTS_PER_ROUND * SLOT_MS);
  }
  expect(paidAfterSlots).not.toBeNull();
  expect(paidAfterSlots).toBeLessThanOrEqual(2 * ASSUMED_PACE.blockhashBlocks);
  expect(await sql(app, "SELECT sold FROM products WHERE id = ?", item.id)).toEqual([{ sold: 1 }]);
  await expectLedgerConsistent(app);
}, 300_000);

test("eight wallets without an account lock no unit of eight by a lamport each", async () => {
  const item = await product(app, { saleLimit: 8 });
  const stock = async () => {
    const [row] = await sql<{ sold: number; held: number }>(
      app,
      "SELECT sold, held FROM products WHERE id = ?",
      item.id,
    );
    return row ?? { sold: -1, held: -1 };
  };
  const wallets = Array.from({ length: 8 }, () => fundedWallet(app));
  let attacked = 0;
  for (const wallet of wallets) {
    const address = wallet.publicKey.toBase58();
    if ((await askAction(item.id, address)).status !== 200) continue;
    const [order] = await sql<{ id: string; reference: string }>(
      app,
      "SELECT id, reference FROM orders WHERE product_id = ? AND buyer_wallet = ?",
      item.id,
      address,
    );
    const references = [order?.reference ?? ""];
    await sendTransfers(app, wallet, [{ to: item.recipient.publicKey, lamports: 1, references }]);
    await app.clock.advance(2_000);
    await waitForShort(app, order?.id ?? "", 1);
    setBalance(wallet, 0);
    attacked++;
  }
  // A quarter of the units, as for any pre-signed transaction.
  expect(attacked).toBe(2);
  expect(await stock()).toEqual({ sold: 0, held: 2 });
  const states = "SELECT DISTINCT status FROM orders WHERE product_id = ? AND payment_requested";
  expect(await sql(app, states, item.id)).toEqual([{ status: "awaiting" }]);

  app.chain.advanceSlots(ASSUMED_PACE.blockhashBlocks + 40);
  await app.clock.advance(61_000);
  await expect.poll(stock).toEqual({ sold: 0, held: 0 });
  expect(await sql(app, states, item.id)).toEqual([{ status: "pending" }]);
  expect(await sql(app, "SELECT * FROM ledger WHERE product_id = ?", item.id)).toEqual([]);
  await expectLedgerConsistent(app);
});
