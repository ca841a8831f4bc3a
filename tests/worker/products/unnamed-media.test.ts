import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import {
  sweepUnnamedMedia,
  UNNAMED_KEPT_MS,
} from "../../../app/products/use-cases/sweep-unnamed-media";
import { openDb } from "../../../db/client";
import { unnamedMediaIn } from "../../../db/products/unnamed-media";
import { sweepProgressIn } from "../../../db/settlement/sweep-progress";
import { r2FileStore } from "../../../workers/r2-file-store";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { openUpload, PNG, publish } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

const DAY_MS = 86_400_000;

const db = openDb(env.DB);
const files = r2FileStore(env.FILES);
const deps = {
  clock: { now: () => Date.now() },
  files,
  unnamedMedia: unnamedMediaIn(db),
  sweepProgress: sweepProgressIn(db),
};

let seller: Seller;
beforeEach(async () => {
  seller = await newSeller();
  await env.DB.batch([
    env.DB.prepare("DELETE FROM sweep_progress"),
    env.DB.prepare("DELETE FROM unnamed_media"),
  ]);
});

async function keysOf(prefix: string): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix });
  return objects.map(({ key }) => key);
}

/** Runs the sweep each day, as often as needed to end what it has begun. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    advanceClock(DAY_MS);
    for (let run = 0; run < 3; run += 1) await sweepUnnamedMedia(deps);
  }
}

/** An object of each kind that no row names. */
async function strays(): Promise<string[]> {
  const name = crypto.randomUUID();
  const keys = [
    `files/${seller.uid}/page/banner_${name}`,
    `files/${seller.uid}/${name}/coverSmall_a.png`,
    `protectedFiles/${name}`,
  ];
  for (const key of keys) await env.FILES.put(key, "stray");
  return keys;
}

const left = async (keys: string[]) => {
  const found = await Promise.all(keys.map((key) => env.FILES.head(key)));
  return found.filter(Boolean).length;
};

describe("the sweep of unnamed objects", () => {
  // spec: product.cleanup
  test("removes them after 45 days, and nothing that a row names", async () => {
    const cover = new File([PNG], "a.png");
    const sold = await publish(seller, {
      cover,
      coverSmall: new File([PNG], "small.png"),
      image: cover,
    });
    const page = new FormData();
    const fields = { version: "0", description: "", website: "", twitter: "", instagram: "" };
    for (const [field, value] of Object.entries(fields)) page.set(field, value);
    page.set("banner", cover);
    expect((await seller.call("/manage-sell", { method: "POST", body: page })).status).toBeLessThan(
      400,
    );
    const draft = await openUpload(seller, 10, { cover });
    const named = [...(await keysOf("files/")), ...(await keysOf("protectedFiles/"))];
    for (const part of [sold, draft.productId, "/page/banner_", "protectedFiles/"])
      expect(named.filter((key) => key.includes(part))).not.toEqual([]);
    await env.FILES.put("order-terms/lost.json", "{}");
    const unnamed = await strays();

    await days(45);
    expect(await left(unnamed)).toBe(unnamed.length);
    await days(1);
    expect(await left(unnamed)).toBe(0);
    expect(await left(named)).toBe(named.length);
    // The record of an order heals a restored database.
    expect(await left(["order-terms/lost.json"])).toBe(1);
  });

  test("keeps what a row names again meanwhile", async () => {
    const id = await publish(seller);
    const row = await env.DB.prepare("SELECT * FROM files WHERE product_id = ?").bind(id).first();
    const path = String(row?.storage_path);
    await changeRow(env.DB, "files", { product_id: id }, { storage_path: "x" });
    await days(44);
    expect(
      await env.DB.prepare("SELECT 1 FROM unnamed_media WHERE key = ?").bind(path).first(),
    ).not.toBeNull();
    await changeRow(env.DB, "files", { product_id: id }, { storage_path: path });
    await days(4);
    expect(await left([path])).toBe(1);
  });

  test("removes nothing while the newest object is an hour newer than all records", async () => {
    const unnamed = await strays();
    await days(44);
    // As of a restored copy: each of its records is older than the newest object.
    await changeRow(env.DB, "files", {}, { created_at: 0, completed_at: 0 });
    await changeRow(env.DB, "media", {}, { created_at: 0 });
    await days(10);
    expect(await left(unnamed)).toBe(unnamed.length);
    // The first new record ends the pause, and the time of the marks has started again.
    await publish(await newSeller());
    await days(44);
    expect(await left(unnamed)).toBe(unnamed.length);
    await days(2);
    expect(await left(unnamed)).toBe(0);
  });

  test("goes through a large store in pages, and removes at most 500 in one run", async () => {
    const folder = `protectedFiles/${crypto.randomUUID()}`;
    const keys = Array.from({ length: 1_050 }, (_, at) => `${folder}-${at}`);
    await Promise.all(keys.map((key) => env.FILES.put(key, "")));
    const pages: number[] = [];
    const counted = {
      ...deps,
      files: {
        ...files,
        async list(...asked: Parameters<typeof files.list>) {
          const page = await files.list(...asked);
          pages.push(page.objects.length);
          return page;
        },
      },
    };
    const runs: number[] = [];
    const run = async () => {
      pages.length = 0;
      await sweepUnnamedMedia(counted);
      runs.push(pages.reduce((sum, size) => sum + size, 0));
    };
    for (let at = 0; at < 4; at += 1) await run();
    expect(Math.max(...runs)).toBe(500);
    expect(runs.at(-1)).toBe(0);
    const marked = "SELECT count(*) AS n FROM unnamed_media WHERE instr(key, ?) = 1";
    expect(await env.DB.prepare(marked).bind(folder).first()).toEqual({ n: keys.length });

    advanceClock(UNNAMED_KEPT_MS + DAY_MS);
    const counts: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      await run();
      counts.push(await left(keys));
    }
    expect(counts.map((count, at) => (counts[at - 1] ?? keys.length) - count)).toEqual([
      0, 0, 500, 500, 50,
    ]);
  });
});
