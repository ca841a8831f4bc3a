import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { reindex } from "../../../db/shop/reindex";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import { readMigrations } from "../../../dev/run/migrate";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { LAMPORTS_PER_SOL, sql } from "../../support/app-under-test";
import { changeProduct, product } from "../../support/factories/product";
import { ALL_WELL, readHealth } from "../../support/health";
import { changeRow } from "../../support/rows";
import { type RpcProxy, startRpcProxy } from "../../support/rpc-proxy";

const platform = Keypair.generate().publicKey.toBase58();
let chain: ChainHandle;
let node: RpcProxy;
let app: InProcessApp;

beforeAll(async () => {
  chain = await startChain({ slotMs: 100 });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  node = await startRpcProxy(chain.url);
  const env = { SOLANA_RPC_URLS: node.url, PLATFORM_WALLET: platform };
  app = await startInProcessApp({ chain, env });
  // Before the first minute of its cron is over.
  expect(await readHealth(app)).toMatchObject({ ok: true, checks: ALL_WELL });
});
beforeEach(() => fireCron(app.worker));
afterAll(async () => {
  await app?.stop();
  await node?.close();
  await chain?.close();
});

const ask = (init: RequestInit = {}) => fetch(`${app.url}/health`, init);
const asking = (authorization: string) => ask({ headers: { Authorization: authorization } });

// spec: node.key-server, json.health
test("says no more to anyone than what is well", async () => {
  const response = await ask();
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const known = { ok: true, cluster: "localnet", checks: ALL_WELL };
  expect([response.status, await response.json()]).toEqual([200, known]);
  expect((await ask({ method: "HEAD" })).status).toBe(200);
});

// spec: json.health, setting.operator-secret
test("has warnings for the operator's secret alone", async () => {
  const secret = app.operatorSecret ?? "";
  expect(secret).toMatch(/^\S{32,}$/);
  expect(await (await asking(`Bearer ${secret}`)).json()).toMatchObject({ warnings: [] });
  const others = ["", "Bearer", "Bearer null", `Bearer ${secret}x`, `Bearer ${secret.slice(1)}`];
  for (const authorization of [...others, `Basic ${secret}`, secret]) {
    const answer = await asking(authorization);
    expect([authorization, answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      authorization,
      200,
      ["ok", "cluster", "checks"],
    ]);
  }
});

test("costs one check each five seconds, however many ask at once", async () => {
  const calls = () => [...node.calls.values()].reduce((sum, count) => sum + count, 0);
  await readHealth(app);
  const costOf = async (requests: number) => {
    const before = calls();
    await app.clock.advance(5_000);
    const all = Array.from({ length: requests }, (_, at) =>
      asking(at % 2 ? `Bearer ${app.operatorSecret}` : ""),
    );
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200));
    return calls() - before;
  };
  expect(await costOf(40)).toBe(await costOf(1));
});

// spec: json.health-checks
test("fails where the cron has not run for minutes, and names a step that failed", async () => {
  await app.clock.advance(6 * 60_000);
  expect(await readHealth(app)).toMatchObject({
    status: 503,
    checks: { ...ALL_WELL, cron: false },
    warnings: [expect.stringMatching(/^cron: last run 36\d s ago$/)],
  });
  expect((await ask()).status).toBe(503);
  await sql(app, "ALTER TABLE handovers RENAME TO handovers_away");
  expect(await fireCron(app.worker)).toBe(false);
  expect(await readHealth(app)).toMatchObject({
    status: 200,
    checks: ALL_WELL,
    warnings: ["cron step failed: purgeHandovers"],
  });
  await sql(app, "ALTER TABLE handovers_away RENAME TO handovers");
  expect(await fireCron(app.worker)).toBe(true);
  expect(await readHealth(app)).toMatchObject({ status: 200, warnings: [] });
});

// spec: json.health-checks
test("fails where a migration of this version is missing, and not for one of a newer", async () => {
  const name = readMigrations().at(-1)?.name ?? "";
  await sql(app, "INSERT INTO d1_migrations (name) VALUES ('9999_of_a_newer_version.sql')");
  expect(await readHealth(app)).toMatchObject({ status: 200, checks: ALL_WELL });
  await sql(app, "DELETE FROM d1_migrations WHERE name = ?", name);
  expect(await readHealth(app)).toMatchObject({
    status: 503,
    checks: { ...ALL_WELL, schema: false },
    warnings: [`migrations missing: ${name.replace(".sql", "")}`],
  });
  await sql(app, "INSERT INTO d1_migrations (name) VALUES (?)", name);
});

// spec: json.health-checks
test("fails where a search would miss products, until the index is written again", async () => {
  const { id } = await product(app, { title: "Été à l’Île" });
  expect(await readHealth(app)).toMatchObject({ checks: ALL_WELL });
  const outOfStep = {
    status: 503,
    checks: { ...ALL_WELL, index: false },
    warnings: ["search index out of step"],
  };
  const db = localDatabase(app.worker);
  const name = "search-index";
  const faults: Record<string, () => Promise<unknown>> = {
    // What an upgrade from a version without the search leaves behind.
    "another text": () => changeProduct(app, id, { search_text: "Été à l’Île\nwhat it is" }),
    "no text": () =>
      sql(
        app,
        "DELETE FROM product_search WHERE rowid = (SELECT seq FROM products WHERE id = ?)",
        id,
      ),
    "texts of another version": () => changeRow(db, "sweep_progress", { name }, { cursor: "0" }),
    "no version": () => sql(app, "DELETE FROM sweep_progress WHERE name = ?", name),
  };
  for (const [fault, make] of Object.entries(faults)) {
    await make();
    expect([fault, await readHealth(app)]).toMatchObject([fault, outOfStep]);
    await reindex(db);
    expect([fault, await readHealth(app)]).toMatchObject([fault, { checks: ALL_WELL }]);
  }
});

// spec: json.health-checks
test("fails where the bucket has none of the files, as after a restore, and names single ones", async () => {
  const kept = await product(app);
  const bucket = await app.worker.getR2Bucket("FILES");
  const rows = await sql(app, "SELECT product_id, storage_path FROM files");
  const removeBut = (productId: string | null) => {
    const lost = rows.filter((row) => row.product_id !== productId);
    return bucket.delete(lost.map((row) => String(row.storage_path)));
  };
  expect(rows.length).toBeGreaterThan(1);
  await removeBut(kept.id);
  expect(await readHealth(app)).toMatchObject({
    status: 200,
    warnings: [expect.stringMatching(/^files missing in the bucket: \d of \d looked up$/)],
  });
  await removeBut(null);
  expect(await readHealth(app)).toMatchObject({
    status: 503,
    checks: { ...ALL_WELL, bucket: false },
  });
});
