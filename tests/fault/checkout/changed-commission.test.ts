import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { freePort } from "../../../dev/run/port";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { LAMPORTS_PER_SOL } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  payOrder,
  postOrder,
  readOrder,
  requestTransaction,
  sendSigned,
  signFirst,
  waitForStatus,
} from "../../support/order-api";

const [former, today] = [1, 2].map(() => Keypair.generate().publicKey.toBase58());
let chain: ChainHandle;
let app: InProcessApp;
let dataDir: string;
let port: number;

async function start(env: Record<string, string>): Promise<void> {
  await app?.stop();
  app = await startInProcessApp({ chain, dataDir, env: { PORT: String(port), ...env } });
}

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  for (const wallet of [former, today]) chain.airdrop(wallet ?? "", LAMPORTS_PER_SOL);
  dataDir = mkdtempSync(join(tmpdir(), "comptoir-commission-"));
  port = await freePort();
  await start({ PLATFORM_WALLET: former ?? "" });
});
afterAll(async () => {
  await expectLedgerConsistent(app);
  await app.stop();
  await chain.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

// spec: setting.fee
test("open orders keep commission and wallet where they can still be paid, else the page says what changed", async () => {
  const signed = await readyToPay(app, { saleLimit: 1 });
  const open = await readyToPay(app);
  const page = async () => {
    const { Cookie = "" } = open.buyer.headers;
    return (await fetch(`${app.url}/acheter/${open.item.id}`, { headers: { Cookie } })).text();
  };
  const bytes = await signFirst(app, signed.buyer, signed.transactionId, signed.payer);
  const before = await readOrder(app, open.buyer, open.transactionId);
  expect((await sendSigned(app, signed.buyer, signed.transactionId, bytes)).status).toBe(200);

  await start({ PLATFORM_WALLET: former ?? "", FEE_BPS: "250" });
  await waitForStatus(app, signed.buyer, signed.transactionId, "paid");
  expect(await page()).toMatch(/The commission of this site has changed/);
  const refused = await requestTransaction(
    app,
    open.transactionId,
    open.payer.publicKey.toBase58(),
  );
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("La commission de ce site a changé");

  await start({ PLATFORM_WALLET: today ?? "" });
  expect(await page()).toMatch(/wallet for the commission has changed/);
  const answer = await postOrder(app, open.buyer, { productId: open.item.id });
  expect(answer.status).toBe(201);
  const { transactionId } = (await answer.json()) as { transactionId: string };
  const had = chain.balance(today ?? "");
  await payOrder(app, transactionId, open.payer);
  await waitForStatus(app, open.buyer, transactionId, "paid");
  const after = await readOrder(app, open.buyer, transactionId);
  expect(after).toMatchObject({ amount: before.amount, feeLamports: before.feeLamports });
  expect(chain.balance(today ?? "") - had).toBe(BigInt(String(after.feeLamports)));
});
