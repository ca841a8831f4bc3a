import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet } from "../../support/app-under-test";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder, payOrder, reportSignature } from "../../support/order-api";
import { readQr } from "../../support/qr";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const TITLE = "An unusually long title for a record of an hour of rain over the lake of Geneva";

/**
 * The poster as a camera sees it: tilted by 15 degrees, dark grey on light grey, `widthPx` wide in the
 * picture.
 */
async function photograph(page: Page, widthPx: number): Promise<Buffer> {
  const sheet = await page.locator("article").screenshot();
  const url = `data:image/png;base64,${sheet.toString("base64")}`;
  // A page without a Content-Security-Policy, which blocks the address.
  const studio = await page.context().newPage();
  const photo = await studio.evaluate(
    async ([source, width]) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(width * 1.5, width * 2);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.fillStyle = "#8a8a8a";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((15 * Math.PI) / 180);
      const height = (width * image.height) / image.width;
      context.globalAlpha = 0.35;
      context.drawImage(image, -width / 2, -height / 2, width, height);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return [...bytes];
    },
    [url, widthPx] as const,
  );
  await studio.close();
  return Buffer.from(photo);
}

// spec: product.poster
test.each([
  { size: "a4", locale: "fr", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  { size: "a6", locale: "en", colorScheme: "light", viewport: { width: 1280, height: 900 } },
] as const)("the $size poster is read at low contrast and a tilt", async (setting) => {
  const { size, ...window } = setting;
  const item = await product(app, { title: TITLE });
  const { page, context } = await openPage(app, `/edit/${item.id}`, {
    who: item.seller,
    ...window,
  });
  await page.getByRole("link", { name: /Affiche|Poster/ }).click();
  // The edit page has a link with the product's id, which may contain the name of the size.
  await page.waitForURL(`**/edit/${item.id}/poster`);
  await page.getByRole("link", { name: size }).click();
  await page.waitForURL(`**/edit/${item.id}/poster?size=${size}`);
  const link = `${app.url}/acheter/${item.id}`;
  await page.getByText(link).waitFor();
  expect(readQr(await page.locator("article").screenshot())).toBe(link);
  // A camera 4,000 pixels wide sees 2.5 m from two metres: A4 has 330 of them.
  expect(readQr(await photograph(page, 330))).toBe(link);
  expect(await seriousViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBe(0);

  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages).toHaveLength(1);
  const [, , width] =
    /MediaBox\s*\[([\d.]+) ([\d.]+) ([\d.]+)/.exec(pdf.toString("latin1"))?.slice(1) ?? [];
  expect(Math.round((Number(width) / 72) * 25.4)).toBe(size === "a4" ? 210 : 105);
  await context.close();
});

// spec: product.poster
test("QR codes are downloaded as SVG and PNG", async () => {
  const item = await product(app);
  const { page, context } = await openPage(app, `/edit/${item.id}`, { who: item.seller });
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const png = await download("QR code as PNG");
  expect(png.name).toBe(`qr-${item.id}.png`);
  const link = `${app.url}/acheter/${item.id}`;
  expect(readQr(png.bytes)).toBe(link);
  expect(PNG.sync.read(png.bytes).width).toBeGreaterThanOrEqual(1_000);
  const svg = await download("QR code as SVG");
  await page.setContent(`<main>${svg.bytes.toString("utf8")}</main>`);
  expect(readQr(await page.locator("svg").screenshot())).toBe(link);
  await context.close();
});

// spec: product.poster
test("the full-screen QR code counts each sale", async () => {
  const item = await product(app, { saleLimit: 3 });
  const { page, context } = await openPage(app, `/edit/${item.id}/counter`, { who: item.seller });
  await page.getByRole("status").getByText("0 sales").waitFor();
  await page.getByText("3 left").waitFor();
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe("SECTION");

  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await reportSignature(app, buyer, transactionId, await payOrder(app, transactionId, payer));
  await page.getByRole("status").getByText("1 sale").waitFor();
  await page.getByText("2 left").waitFor();
  expect(readQr(await page.locator("section").screenshot())).toBe(`${app.url}/acheter/${item.id}`);
  await context.close();
});
