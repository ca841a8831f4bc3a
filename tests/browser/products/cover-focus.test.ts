import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { paths } from "../../../app/lib/paths";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { stripedPng } from "../../support/images/striped-png";
import { filePayload, fillProductForm, publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

const striped = (width: number, height: number) =>
  new File([stripedPng(width, height)], "a.png", { type: "image/png" });

// spec: page.cover-whole
test("a cover of any shape is shown whole in a place that is kept for it, beside the button to buy", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const buyer = await newPerson(browser, url, { locale: "en" });
  const page = await buyer.newPage();
  const shapes = [
    [1000, 1500],
    [800, 800],
    [1500, 500],
    [20, 30],
    [100, 4000],
  ] as const;
  for (const [width, height] of shapes) {
    const id = await publishAsContext(context, url, { cover: striped(width, height) });
    for (const [windowWidth, windowHeight] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width: windowWidth, height: windowHeight });
      const shape = `${width} x ${height} at ${windowWidth}`;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/media/*", async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(url + paths.buy(id), { waitUntil: "domcontentloaded" });
      // Scripts wait for style sheets: without one, nothing has its place yet.
      await page.waitForFunction(() => getComputedStyle(document.body).margin === "0px");
      const cover = page.locator("article img").first();
      const title = page.getByRole("heading", { level: 1 });
      const before = await Promise.all([boxOf(cover), boxOf(title)]);
      release();
      await cover.evaluate((image: HTMLImageElement) => image.decode());
      await page.unroute("**/media/*");
      const [shown, heading] = await Promise.all([boxOf(cover), boxOf(title)]);
      expect([shape, shown, heading]).toEqual([shape, ...before]);
      // Whole: its box has its shape, to the pixel.
      expect(Math.abs(shown.width - (shown.height * width) / height), shape).toBeLessThan(1.5);
      expect(shown.height, shape).toBeLessThanOrEqual(windowHeight * 0.65);
      expect(heading.y, shape).toBeLessThan(windowHeight);
      const button = await boxOf(page.getByRole("button", { name: "Buy now" }).first());
      expect(button.y + button.height, shape).toBeLessThanOrEqual(windowHeight);
    }
  }
  await Promise.all([context.close(), buyer.close()]);
});

// spec: page.cover-focus
test("the focus point moves by keyboard and by pointer, and cards and share picture follow it", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const page = await context.newPage();
  await page.goto(`${url}/transaction`);
  const title = `Focus ${randomBytes(6).toString("hex")}`;
  await fillProductForm(page, { title });
  expect(await page.getByRole("group", { name: "Point to keep in sight" }).count()).toBe(0);
  const cover = Buffer.from(stripedPng(300, 900));
  await page
    .locator("[name=cover]")
    .setInputFiles({ ...filePayload(cover, "a.png"), mimeType: "image/png" });
  const group = page.getByRole("group", { name: "Point to keep in sight" });
  const across = group.getByRole("slider", { name: "From left to right" });
  const down = group.getByRole("slider", { name: "From top to bottom" });
  const preview = group.locator("figure img");
  const position = () => preview.evaluate((image) => getComputedStyle(image).objectPosition);
  expect(await position()).toBe("50% 50%");
  await down.focus();
  await page.keyboard.press("ArrowDown");
  await across.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await position()).toBe("48% 51%");

  // Dragged beyond the picture, it stays at its edge.
  // Between the bars at the top and the bottom of the window.
  await preview.evaluate((image) => image.scrollIntoView({ block: "center" }));
  const picture = await boxOf(group.locator("[data-focus-picture]"));
  await page.mouse.move(picture.x + picture.width / 4, picture.y + 5);
  await page.mouse.down();
  await page.mouse.move(picture.x + picture.width / 4, picture.y + picture.height + 40);
  await page.mouse.up();
  expect([await across.inputValue(), await down.inputValue()]).toEqual(["25", "100"]);
  expect(await position()).toBe("25% 100%");

  await page.locator("[name=file]").setInputFiles(filePayload(randomBytes(10)));
  await page.getByRole("button", { name: "Register product" }).click();
  await page.getByRole("heading", { name: "Product registered" }).waitFor();
  const id = new URL(page.url()).searchParams.get("published") ?? "";
  const shop = `${url}${paths.shop}?q=${encodeURIComponent(title)}`;
  await page.goto(shop);
  const card = page.locator("main li img").first();
  expect(await card.evaluate((image) => getComputedStyle(image).objectPosition)).toBe("25% 100%");
  expect(await coverOfSharePicture(page, url + paths.buy(id))).toEqual(["blue", "blue"]);

  // Stored, shown again, and moved to the top.
  await page.goto(url + paths.edit(id));
  expect([await across.inputValue(), await down.inputValue()]).toEqual(["25", "100"]);
  await down.focus();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").first().waitFor();
  expect(await coverOfSharePicture(page, url + paths.buy(id))).toEqual(["red", "red"]);
  await context.close();
});

async function boxOf(part: Locator) {
  await part.waitFor();
  const box = await part.boundingBox();
  if (!box) throw new Error("it has no box");
  return box;
}

/** Which band of the cover is at the top and at the bottom of its square in the picture of shared links. */
async function coverOfSharePicture(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  return page.evaluate(async () => {
    const tag = document.querySelector<HTMLMetaElement>("meta[property='og:image']");
    const bitmap = await createImageBitmap(await (await fetch(tag?.content ?? "")).blob());
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    const context = canvas.getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    return [10, 600].map((y) => {
      const [red = 0, green = 0, blue = 0] = context?.getImageData(300, y, 1, 1).data ?? [];
      if (red > 150) return "red";
      return green > blue ? "green" : "blue";
    });
  });
}
