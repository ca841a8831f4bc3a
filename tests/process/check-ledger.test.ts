import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { localDatabase } from "../../dev/run/local-database";
import { startDatabaseWorker } from "../../dev/run/local-worker";
import { migrate, readMigrations } from "../../dev/run/migrate";
import { withDatabase } from "../../dev/run/with-database";
import { startAppProcess } from "../support/app";
import { orderOf } from "../support/factories/order";
import { newAddress } from "../support/random-keys";
import { insertion } from "../support/rows";
import { runCommand } from "../support/run-command";

const folder = mkdtempSync(join(tmpdir(), "comptoir-check-ledger-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const checkLedger = (dataDir: string, env: Record<string, string> = {}) =>
  runCommand(["check-ledger"], { DATA_DIR: dataDir, ...env });

test("an empty folder, and one of the first version, agree and are not compared with a chain", async () => {
  const empty = join(folder, "empty");
  expect(await checkLedger(empty)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^All agree: 0 orders/m),
  });
  const old = join(folder, "old");
  const worker = await startDatabaseWorker(old, () => undefined);
  await migrate(localDatabase(worker), readMigrations().slice(0, 1));
  await worker.dispose();
  expect(await checkLedger(old)).toMatchObject({ code: 0 });
});

test("the demo agrees with its chain; a running app, thousands of orders and a chain that is down are named", async () => {
  const dataDir = join(folder, "demo");
  const app = await startAppProcess({ dataDir, env: { SEED: "1" } });
  expect(await checkLedger(dataDir)).toMatchObject({
    code: 1,
    output: expect.stringContaining("is already running"),
  });
  await app.stop();
  const agrees = await checkLedger(dataDir);
  expect(agrees).toMatchObject({ code: 0, output: expect.stringMatching(/^All agree: \d+ /m) });
  const compared = /^Compared with (\d+) transactions on the chain/m.exec(agrees.output)?.[1];
  // At least the sales of the demo.
  expect(Number(compared)).toBeGreaterThan(10);

  await withDatabase(dataDir, async (db) => {
    const product = await db.prepare("SELECT id, owner_uid FROM products LIMIT 1").first();
    const { id: productId, owner_uid: ownerUid } = product as { id: string; owner_uid: string };
    const otherPlatform = newAddress();
    const rows = Array.from({ length: 2_500 }, () => {
      const order = orderOf({ productId, ownerUid, buyerUid: null, platform: otherPlatform });
      return insertion(db, "orders", {
        id: order.id,
        product_id: productId,
        owner_uid: ownerUid,
        status: "pending",
        price_lamports: 1_000,
        seller_lamports: 990,
        fee_lamports: 10,
        fee_bps: 100,
        recipient: order.recipient,
        platform: order.platform,
        reference: order.reference,
        label: "",
        message: "",
        sale_type: "infinite",
        created_at: 1,
        expires_at: 2,
        next_poll_at: 1,
        updated_at: 1,
      });
    });
    await db.batch(rows);
  });
  const down = await checkLedger(dataDir, { SOLANA_RPC_URLS: "http://127.0.0.1:1" });
  expect(down).toMatchObject({ code: 0, output: expect.stringMatching(/^All agree: 25\d\d /m) });
  expect(down.output).toMatch(/^Not compared with the chain, which does not answer/m);

  await withDatabase(dataDir, async (db) => {
    await db.prepare("UPDATE ledger SET lamports = lamports - 1 WHERE kind = 'sale'").run();
    await db.prepare("UPDATE orders SET paid_lamports = paid_lamports - 1").run();
  });
  const wrong = await checkLedger(dataDir);
  expect(wrong.code).toBe(1);
  expect(wrong.output).toMatch(/^order .* brought \d+ from .*, the ledger says \d+$/m);
});
