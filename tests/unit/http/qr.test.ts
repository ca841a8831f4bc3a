import jsQR from "jsqr";
import { expect, test } from "vitest";
import { drawQr, type Qr } from "../../../app/http/qr";
import { shareOf } from "../../../app/products/http/share";

const SCALE = 3;

test.each([
  "https://example.com/acheter/abc",
  `solana:${encodeURIComponent("http://localhost:8787/api/pay/6f1e2f9e-8a53-4a55-9d5c-2f6f1d6f0c11?lang=fr")}`,
  "é".repeat(200),
])("a QR reader decodes %s from the drawn path", (text) => {
  const qr = drawQr(text);
  const side = qr.modules * SCALE;
  expect(jsQR(paint(qr), side, side)?.data).toBe(text);
});

test.each(["infinite", "limited", "unique"] as const)(
  "the QR codes of a seller's %s product have the purchase page, and the payment link where it is unlimited",
  (saleType) => {
    const origin = "https://shop.example";
    const { link, qr, payQr } = shareOf(
      { id: "abc", saleType, bundleSize: 0 },
      { appOrigin: origin },
    );
    const read = (code: Qr | null) => {
      if (!code) return null;
      const side = code.modules * SCALE;
      return jsQR(paint(code), side, side)?.data;
    };
    expect([read(qr), link]).toEqual([`${origin}/acheter/abc`, `${origin}/acheter/abc`]);
    const request = `solana:${origin}/api/actions/buy/abc`;
    expect(read(payQr)).toBe(saleType === "infinite" ? request : null);
  },
);

/** Fills the path's runs (x, y, width in modules) black on white. */
function paint({ modules, path }: { modules: number; path: string }): Uint8ClampedArray {
  const side = modules * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let dy = 0; dy < SCALE; dy += 1) {
      const start = ((Number(y) * SCALE + dy) * side + Number(x) * SCALE) * 4;
      for (let at = start; at < start + Number(run) * SCALE * 4; at += 4) {
        pixels.fill(0, at, at + 3);
      }
    }
  }
  return pixels;
}
