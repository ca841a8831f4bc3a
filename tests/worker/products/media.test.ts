import { env, SELF } from "cloudflare:test";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, test } from "vitest";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { complete, openUpload, PNG, putPart } from "../../support/upload";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

const row = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>();
const get = (path: string, init: RequestInit = {}) =>
  SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });

describe("/media", () => {
  test("serves an image by its detected type, immutable, and answers 304", async () => {
    const cover = new File([PNG], "été #1.txt", { type: "text/html" });
    const { productId } = await openUpload(seller, 10, { cover });
    const path = `/media/files/${seller.uid}/${productId}/cover_${encodeURIComponent("été #1.txt")}`;
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const etag = answer.headers.get("ETag") ?? "";
    const again = await get(path, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
    const head = await get(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("does not serve product files", async () => {
    const secret = Buffer.from("the goods");
    const { key } = await openUpload(seller, secret.length);
    await putPart(seller, key, 1, secret);
    expect((await complete(seller, key)).status).toBe(200);
    const file = await row("SELECT storage_path FROM files WHERE key = ?", key);
    const path = String(file?.storage_path).split("/").map(encodeURIComponent).join("/");
    for (const address of [
      `/media/${path}`,
      `/media/files/../${path}`,
      `/media/files/%2e%2e/${path}`,
      `/media/files%2f..%2f${path}`,
      `/media//${path}`,
      `/${path}`,
    ]) {
      const answer = await get(address);
      expect([address, answer.status === 404 || answer.status === 302]).toEqual([address, true]);
      expect(await answer.text()).not.toContain("the goods");
    }
  });
});
