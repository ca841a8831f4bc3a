import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { paths } from "../../../app/lib/paths";
import { ambience } from "../../../dev/seed/formats/sound";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { stripedPng } from "../../support/images/striped-png";
import { filePayload, fillProductForm, publishAsContext } from "../../support/product-page";

const { url } = inject("app");
const browser = browserForFile();

const png = (name: string, width = 300, height = 200) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(stripedPng(width, height)),
});
const take = { name: "take.wav", mimeType: "audio/wav", buffer: Buffer.from(ambience(2, "take")) };

const listOf = (page: Page) => page.getByRole("list", { name: "Pictures, in order" });
const idsIn = (page: Page) =>
  page
    .locator("[data-picture]")
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("data-picture")));
/** The code of the controls comes after that of the page. */
const untilLoaded = (page: Page) =>
  page.locator("[name=image][multiple]").waitFor({ state: "attached" });
const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

// spec: product.pictures-form
test("a seller adds, moves and removes pictures, by keyboard too, and the form keeps what is typed", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const id = await publishAsContext(context, url);
  const page = await context.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(url + paths.edit(id));
  await untilLoaded(page);
  await page.locator("[name=title]").fill("Typed meanwhile");
  const control = page.getByLabel("Secondary visual (optional)");
  await control.setInputFiles([png("a.png"), png("b.png", 200, 300)]);
  await expect.poll(() => page.locator("[data-picture]").count()).toBe(2);
  await page.getByText("Picture 2 of 2 is added.").waitFor();
  // The form sends neither again.
  expect(await control.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
  const [a, b] = await idsIn(page);
  expect(await isSideways(page)).toBe(false);
  for (const button of await listOf(page).getByRole("button").all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }

  const right = page.getByRole("button", { name: "Move picture 1 right" });
  const arranged = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await right.focus();
  await page.keyboard.press("Enter");
  await page.getByText("The picture is number 2 of 2.").waitFor();
  expect(await idsIn(page)).toEqual([b, a]);
  expect((await arranged).status()).toBe(200);
  // The button of the picture that was moved, which can't go on.
  const focused = page.locator(":focus");
  expect(await focused.getAttribute("aria-label")).toBe("Move picture 2 right");
  expect(await focused.getAttribute("aria-disabled")).toBe("true");

  await page.getByRole("button", { name: "Remove picture 1" }).click();
  await expect.poll(() => idsIn(page)).toEqual([a]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator("[data-picture]").count()).toBe(2);
  await page.getByText("Picture 1 of 2 is added.").waitFor();
  const [back, second] = await idsIn(page);
  expect([second, back === a]).toEqual([a, false]);

  const svg = { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await control.setInputFiles(svg);
  await page.getByRole("alert").filter({ hasText: "“drawing.svg” is not an image" }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await control.setInputFiles(Array.from({ length: 5 }, (_, at) => png(`${at}.png`)));
  await page.getByText("A product can have 6 pictures beside its cover.").waitFor();
  await expect.poll(() => page.locator("[data-picture]").count()).toBe(6);

  // Sent before the form, which waits for it, and saved beside it.
  await page.getByRole("button", { name: "Remove picture 6" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").first().waitFor();
  expect(await page.locator("[name=title]").inputValue()).toBe("Typed meanwhile");
  const kept = await idsIn(page);
  expect([kept.length, ...kept.slice(0, 2)]).toEqual([5, back, second]);
  await page.reload();
  expect(await idsIn(page)).toEqual(kept);
  expect(await page.getByText("Choose this file again").count()).toBe(0);
  await context.close();
});

// spec: product.pictures, product.sample
test("a buyer on a phone hears the sample and sees the pictures in order", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const id = await publishAsContext(context, url);
  const page = await context.newPage();
  await page.goto(url + paths.edit(id));
  await untilLoaded(page);
  const film = { name: "film.mkv", mimeType: "video/x-matroska", buffer: Buffer.from("matroska") };
  const control = page.getByLabel("Sample (optional)");
  await control.setInputFiles(film);
  await page.getByText("“film.mkv” can’t be a sample").waitFor();
  await control.setInputFiles(take);
  await page.getByText("“take.wav” is the sample.").waitFor();
  await page
    .getByLabel("Secondary visual (optional)")
    .setInputFiles([png("a.png", 800, 1200), png("b.png"), png("c.png")]);
  await expect.poll(() => page.locator("[data-picture]").count()).toBe(3);
  const ids = await idsIn(page);

  const buyer = await newPerson(browser, url, { locale: "en" });
  const shop = await buyer.newPage();
  await shop.setViewportSize({ width: 390, height: 844 });
  await shop.goto(url + paths.buy(id));
  const audio = shop.locator("article audio");
  await audio.scrollIntoViewIfNeeded();
  // Nothing of it is loaded before it plays.
  expect(await audio.evaluate((player: HTMLAudioElement) => player.readyState)).toBe(0);
  const heard = await audio.evaluate(async (player: HTMLAudioElement) => {
    player.muted = true;
    await player.play();
    player.pause();
    await new Promise((resolve) => {
      player.onseeked = resolve;
      player.currentTime = 1.5;
    });
    return { ready: player.readyState >= 2, duration: player.duration, at: player.currentTime };
  });
  expect(heard).toEqual({ ready: true, duration: 2, at: 1.5 });

  const pictures = shop.getByRole("link", { name: /^Picture \d of 3 of Rain$/ });
  const links = await pictures.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual(ids.map((picture) => paths.media(picture ?? "")));
  const places = await pictures.locator("img").evaluateAll((images) =>
    images.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      return [Math.round((10 * width) / height), width > innerWidth / 2];
    }),
  );
  // Their places are kept before they are loaded: the first over the whole width.
  expect(places).toEqual([
    [7, true],
    [15, false],
    [15, false],
  ]);
  for (const image of await pictures.locator("img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
  }
  expect(await isSideways(shop)).toBe(false);

  await page.getByRole("button", { name: "Remove the sample" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("The sample is removed.").waitFor();
  await expect.poll(() => shop.reload().then(() => audio.count())).toBe(0);
  await Promise.all([context.close(), buyer.close()]);
});

// spec: product.pictures-form
test("a draft is not on sale before its pictures are there, and its preview shows them", async () => {
  const context = await newPerson(browser, url, { locale: "en" });
  const page = await context.newPage();
  await page.goto(url + paths.newProduct);
  await page.getByText("Still missing").waitFor();
  await untilLoaded(page);
  await page.locator("[name=file]").setInputFiles(filePayload(Buffer.from("rain")));
  await page.getByText("The file has arrived.").waitFor();
  await fillProductForm(page);
  let lose = () => {};
  const held = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route("**/pictures", async (route) => {
    await held;
    await route.abort();
  });
  await page.getByLabel("Secondary visual (optional)").setInputFiles(png("a.png"));
  await page.getByRole("button", { name: "Register product" }).click();
  await page.getByText("once the pictures and the sample have arrived").waitFor();
  lose();
  await page.getByRole("alert").filter({ hasText: "The connection failed" }).waitFor();
  // It would be on sale without the picture: the seller decides.
  const register = page.getByRole("button", { name: "Register product" });
  await register.waitFor();
  await page.unroute("**/pictures");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Picture 1 of 1 is added.").waitFor();
  await page.getByLabel("Sample (optional)").setInputFiles(take);
  const preview = page.frameLocator("iframe").locator("[data-preview]");
  await preview.getByAltText("Picture 1 of 1 of Rain").waitFor();
  await preview.locator("audio").waitFor({ state: "attached" });
  const [picture] = await idsIn(page);
  const id = new URL(page.url()).searchParams.get("draft") ?? "";
  await register.click();
  await page.getByRole("heading", { level: 1, name: "Product registered" }).waitFor();
  const shop = await context.newPage();
  await shop.goto(url + paths.buy(id));
  const link = shop.getByRole("link", { name: "Picture 1 of 1 of Rain" });
  expect(await link.getAttribute("href")).toBe(paths.media(String(picture)));
  expect(await shop.locator("article audio").count()).toBe(1);
  await context.close();
});
