import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PART_BYTES } from "../../../app/products/rules/upload";
import { UNNAMED_KEPT_MS } from "../../../app/products/use-cases/sweep-unnamed-media";
import { sql } from "../../support/app-under-test";
import type { Person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { KILL_FAILPOINTS, killAtEachFailpoint } from "../../support/failpoints/kill-scenario";
import { settledOrder } from "../../support/failpoints/orders";
import { complete, openReplacement, putPart } from "../../support/upload";

const LINKS_OVER_MS = (24 * 60 + 15) * 60_000;

let app: FailpointApp;
beforeAll(async () => {
  app = await startFailpointApp({ only: KILL_FAILPOINTS });
});
afterAll(() => app?.stop());

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Requests with the session of a person. */
function caller({ headers }: Person) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { ...init, headers: { ...headers, ...init.headers } });
  return { call };
}

/** A replacement whose parts have arrived. */
async function readyToComplete(item: TestProduct, bytes: Buffer) {
  const seller = caller(item.seller);
  const { key } = await openReplacement(seller, item.id, bytes.length);
  for (let start = 0, part = 1; start < bytes.length; start += PART_BYTES, part += 1)
    await putPart(seller, key, part, new Uint8Array(bytes.subarray(start, start + PART_BYTES)));
  return { seller, key };
}

/** As the page does: asks again after a 503, such as of a node that answers late on a busy machine. */
async function completed({ seller, key }: Awaited<ReturnType<typeof readyToComplete>>) {
  await expect.poll(async () => (await complete(seller, key)).status).toBe(200);
}

async function replace(item: TestProduct, bytes: Buffer): Promise<void> {
  await completed(await readyToComplete(item, bytes));
}

async function downloaded(who: Person, productId: string, version = ""): Promise<string> {
  const answer = await caller(who).call(`/purchases/${productId}/file?version=${version}`);
  return sha256(new Uint8Array(await answer.arrayBuffer()));
}

const storedPaths = async (): Promise<string[]> => {
  const { objects } = await (await app.worker.getR2Bucket("FILES")).list({
    prefix: "protectedFiles/",
  });
  return objects.map(({ key }) => key).sort();
};

// spec: delivery.version-running
test("a download that has begun goes on to its own version, and the next gets the newest", async () => {
  const item = await product(app);
  const [first, second] = [randomBytes(20 * 2 ** 20), randomBytes(20 * 2 ** 20)];
  await replace(item, first);
  const { buyer } = await settledOrder(app, item);
  const link = await caller(buyer).call(`/purchases/${item.id}/file`, { redirect: "manual" });
  const url = link.headers.get("Location") ?? "";
  const download = await fetch(url);
  const reader = download.body?.getReader();
  const hash = createHash("sha256");
  hash.update((await reader?.read())?.value ?? "");

  await replace(item, second);
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    hash.update(next.value);
  expect(hash.digest("hex")).toBe(sha256(first));
  expect(await downloaded(buyer, item.id)).toBe(sha256(second));
  expect(await downloaded(buyer, item.id, "bought")).toBe(sha256(first));
  // Resumed after a lost connection.
  const half = first.length / 2;
  const rest = await fetch(url, { headers: { Range: `bytes=${half}-` } });
  expect(rest.status).toBe(206);
  expect(sha256(new Uint8Array(await rest.arrayBuffer()))).toBe(sha256(first.subarray(half)));
});

test("a replacement that is killed at any write is completed by the next attempt", async () => {
  const { points, orders } = await killAtEachFailpoint(app, {
    async prepare() {
      const item = await product(app);
      const bytes = randomBytes(20_000);
      const { seller, key } = await readyToComplete(item, bytes);
      return {
        item,
        bytes,
        seller,
        key,
        orderId: `/api/uploads/${encodeURIComponent(key)}/complete`,
      };
    },
    run: ({ seller, key }) => complete(seller, key),
  });
  expect(points.filter((one) => /products\.recordVerified .*:after/.test(one))).toHaveLength(1);
  expect(points.filter((one) => /files\.completeMultipart:after/.test(one))).toHaveLength(1);
  // Claims of killed calls are over.
  await app.advanceAndSweep(60_000);
  for (const { item, bytes, seller, key } of orders) {
    await completed({ seller, key });
    expect(await downloaded(item.seller, item.id)).toBe(sha256(bytes));
    expect(
      await sql(app, "SELECT key, status FROM files WHERE product_id = ? ORDER BY status", item.id),
    ).toEqual([
      { key, status: "complete" },
      { key: `${item.id}_été "1".bin`, status: "replaced" },
    ]);
  }
});

test("versions that nobody bought go with record and later object, killed in between as well", async () => {
  const item = await product(app);
  await replace(item, randomBytes(1_000));
  await app.advanceAndSweep(LINKS_OVER_MS + 1_000);
  await expect
    .poll(() => sql(app, "SELECT key FROM files WHERE key = ?", `${item.id}_été "1".bin`))
    .toEqual([]);
  const before = await storedPaths();
  let stopped = (): void => undefined;
  const reached = new Promise<void>((done) => {
    stopped = done;
  });
  app.control.decide = ({ point }) => {
    if (!/files\.remove:after/.test(point)) return "continue";
    stopped();
    return new Promise(() => undefined);
  };
  void app.advanceAndSweep(UNNAMED_KEPT_MS).catch(() => undefined);
  await reached;
  await app.kill();
  app.control.decide = () => "continue";
  await app.restart();
  const old = `protectedFiles/${item.id}_été "1".bin`;
  expect(before).toContain(old);
  await expect
    .poll(async () => {
      await app.advanceAndSweep(60_000);
      return sql(app, "SELECT key FROM unnamed_media WHERE key = ?", old);
    })
    .toEqual([]);
  const after = await storedPaths();
  expect(after).not.toContain(old);
  // Those of the other tests are not unnamed for as long yet.
  const known = "SELECT storage_path AS path FROM files UNION SELECT key FROM unnamed_media";
  const kept = await sql(app, known);
  expect(after).toEqual(kept.map(({ path }) => String(path)).sort());
});
