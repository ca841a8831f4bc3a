import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fireCron } from "../../../dev/run/local-worker";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, sql } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder, payOrder, waitForStatus } from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";

const MINUTE_MS = 60_000;
let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterAll(() => app?.stop());

describe("a download", () => {
  // spec: storage.no-url
  // spec: delivery.token
  test("is served whole, by range, or as 304; its link expires", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = fundedWallet(app);
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    await payOrder(app, transactionId, payer);
    const { downloadUrl } = await waitForStatus(app, buyer, transactionId, "paid");
    const refresh = () =>
      fetch(`${app.url}/api/purchases/${item.id}/refresh`, {
        method: "POST",
        headers: buyer.headers,
      });
    const refreshed = (await (await refresh()).json()) as {
      downloadUrl: string;
      expiresAt: number;
    };
    expect(refreshed.downloadUrl).not.toBe(downloadUrl);
    expect(refreshed.expiresAt - Date.now()).toBeGreaterThan(14 * 60_000);
    const url = refreshed.downloadUrl;

    const head = await fetch(url, { method: "HEAD" });
    expect(head.headers.get("Content-Length")).toBe("100000");
    expect(head.headers.get("Accept-Ranges")).toBe("bytes");
    expect(head.headers.get("Content-Disposition")).toBe(
      `attachment; filename="_t_ _1_.bin"; filename*=UTF-8''%C3%A9t%C3%A9%20%221%22.bin`,
    );
    const started = () =>
      sql(
        app,
        "SELECT started_at FROM download_tokens WHERE uid = ? AND started_at > 0",
        buyer.uid,
      );
    expect(await started()).toEqual([]);

    const part = async (range: string, headers = {}) => {
      const response = await fetch(url, { headers: { Range: range, ...headers } });
      const body = Buffer.from(await response.arrayBuffer());
      return [response.status, response.headers.get("Content-Range"), body] as const;
    };
    const slice = (start: number, end: number) => item.bytes.subarray(start, end);
    expect(await part("bytes=0-9")).toEqual([206, "bytes 0-9/100000", slice(0, 10)]);
    expect(await part("bytes=99990-")).toEqual([
      206,
      "bytes 99990-99999/100000",
      slice(99_990, 100_000),
    ]);
    expect(await part("bytes=-5")).toEqual([
      206,
      "bytes 99995-99999/100000",
      slice(99_995, 100_000),
    ]);
    expect(await part("bytes=5-200000")).toEqual([206, "bytes 5-99999/100000", slice(5, 100_000)]);
    expect((await part("bytes=100000-")).slice(0, 2)).toEqual([416, "bytes */100000"]);
    const etag = String(head.headers.get("ETag"));
    expect((await part("bytes=0-9", { "If-Range": etag }))[0]).toBe(206);
    expect((await part("bytes=0-9", { "If-Range": '"another"' }))[0]).toBe(200);
    expect((await fetch(url, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect(await started()).toHaveLength(1);

    await app.clock.advance(20 * MINUTE_MS);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(String(downloadUrl))).status).toBe(410);
    await app.clock.advance(24 * 60 * MINUTE_MS);
    expect((await fetch(url)).status).toBe(410);
    await app.clock.advance(25 * 60 * MINUTE_MS);
    expect(await fireCron(app.worker)).toBe(true);
    await expect.poll(() => sql(app, "SELECT uid FROM download_tokens")).toEqual([]);
    expect((await fetch(`${app.url}/download/${"x".repeat(43)}`)).status).toBe(404);
    const stranger = await person(app);
    const foreign = await fetch(`${app.url}/api/purchases/${item.id}/refresh`, {
      method: "POST",
      headers: stranger.headers,
    });
    expect(foreign.status).toBe(404);
    const whole = Buffer.from(
      await (
        await fetch(((await (await refresh()).json()) as { downloadUrl: string }).downloadUrl)
      ).arrayBuffer(),
    );
    const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(hash(whole)).toBe(hash(item.bytes));
  });
});
