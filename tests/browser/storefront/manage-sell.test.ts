import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import en from "../../../locales/en/storefront.json";
import enUi from "../../../locales/en/ui.json";
import fr from "../../../locales/fr/storefront.json";
import frUi from "../../../locales/fr/ui.json";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { publishAsContext } from "../../support/product-page";
import { dealt } from "../../support/test-scale";
import { PNG } from "../../support/upload";

const { url } = inject("app");
const browser = browserForFile();
const TEXT = { en: en["manage-sell"], fr: fr["manage-sell"] };
const WIDTHS = { desktop: 1280, phone: 390 };

interface Seller {
  page: Page;
  /** Of the products, the newest first. */
  ids: string[];
  t: (typeof TEXT)["en"];
}

interface Traits extends BrowserContextOptions {
  locale?: "fr" | "en";
  width?: number;
  titles?: string[];
}

/** A seller with products and the editor open. */
async function seller(traits: Traits = {}): Promise<Seller> {
  const { locale = "en", width = 1280, titles = ["One", "Two", "Three"], ...options } = traits;
  const viewport = { width, height: 844 };
  const context = await newPerson(browser, url, { locale, viewport, ...options });
  const ids: string[] = [];
  for (const title of titles) ids.unshift(await publishAsContext(context, url, { title }));
  const page = await context.newPage();
  await page.goto(`${url}/manage-sell`);
  return { page, ids, t: TEXT[locale] };
}

const status = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();
const rows = (page: Page) => page.locator("[data-product] label").allInnerTexts();
const firstLines = async (page: Page) => (await rows(page)).map((text) => text.split("\n")[0]);
const preview = (page: Page) => page.frameLocator("iframe").locator("[data-preview]");
const previewed = (page: Page) => preview(page).locator("h2").allInnerTexts();
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function publicTitles(page: Page): Promise<string[]> {
  const href = await page.locator('a[href^="/sell/"]').first().getAttribute("href");
  const visitor = await browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(url + href);
  const titles = await visitor.locator("main h2").allInnerTexts();
  await visitor.close();
  return titles;
}

// spec: control.manage-sell.page
// spec: seller.editor
test.each(
  dealt(
    [
      ["fr", "dark", "phone"],
      ["en", "light", "phone"],
      ["en", "dark", "desktop"],
      ["fr", "light", "desktop"],
    ] as const,
    0,
  ),
)(
  "a page is arranged and saved by keyboard alone (%s, %s, %s)",
  async (locale, colorScheme, device) => {
    const { page, t } = await seller({ locale, colorScheme, width: WIDTHS[device] });
    await status(page, t.state.new);
    expect(await firstLines(page)).toEqual(["Three", "Two", "One"]);
    const up = (title: string) =>
      page.getByRole("button", { name: t.up.replace("{{title}}", title), exact: true });
    const down = (title: string) =>
      page.getByRole("button", { name: t.down.replace("{{title}}", title), exact: true });
    await up("One").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    expect(await firstLines(page)).toEqual(["One", "Three", "Two"]);
    await status(
      page,
      t.moved.replace("{{title}}", "One").replace("{{position}}", "1").replace("{{count}}", "3"),
    );
    // At the first place there is no way up.
    expect(await down("One").evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByRole("checkbox", { name: "Two" }).focus();
    await page.keyboard.press("Space");
    expect(await previewed(page)).toEqual(["One", "Three"]);
    await page.getByLabel(t.description).focus();
    await page.keyboard.type("Rain & thunder");
    await page.getByLabel("Twitter").focus();
    await page.keyboard.type("@lea");
    await status(page, t.state.unsaved);
    expect(await preview(page).innerText()).toContain("Rain & thunder");
    expect(await preview(page).innerText()).toContain("@lea");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await seriousViolations(page)).toEqual([]);

    const save = page.getByRole("button", { name: t.save });
    await save.focus();
    await page.keyboard.press("Enter");
    await status(page, t.state.saved);
    await expect.poll(() => save.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await page.getByLabel("Twitter").inputValue()).toBe("lea");
    expect(await publicTitles(page)).toEqual(["One", "Three"]);
    await page.context().close();
  },
);

// spec: seller.editor
test("a product is dragged by its handle; Escape cancels", async () => {
  const { page, ids, t } = await seller({ titles: ["One", "Two", "Three", "Four"] });
  const handle = (id = "") => page.locator(`[data-product="${id}"] [data-handle]`);
  const dragTo = async (id: string | undefined, over: string | undefined) => {
    await handle(id).scrollIntoViewIfNeeded();
    await page.locator(`[data-product="${over}"]`).scrollIntoViewIfNeeded();
    const [from, to] = [await handle(id).boundingBox(), await handle(over).boundingBox()];
    if (!from || !to) throw new Error("the rows are not shown");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    const beyond = to.y > from.y ? to.height : 0;
    await page.mouse.move(to.x + to.width / 2, to.y + beyond, { steps: 8 });
  };
  expect(await firstLines(page)).toEqual(["Four", "Three", "Two", "One"]);
  await dragTo(ids[3], ids[0]);
  await page.mouse.up();
  await expect.poll(() => firstLines(page)).toEqual(["One", "Four", "Three", "Two"]);
  await status(page, "“One” is now at position 1 of 4.");
  expect(await previewed(page)).toEqual(["One", "Four", "Three", "Two"]);

  await dragTo(ids[3], ids[2]);
  await expect.poll(() => firstLines(page)).not.toEqual(["One", "Four", "Three", "Two"]);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => firstLines(page)).toEqual(["One", "Four", "Three", "Two"]);
  await status(page, t.cancelled);

  await dragTo(ids[0], ids[1]);
  await page.mouse.up();
  await expect.poll(() => firstLines(page)).toEqual(["One", "Three", "Four", "Two"]);
  await page.getByRole("button", { name: t.save }).click();
  await status(page, t.state.saved);
  expect(await publicTitles(page)).toEqual(["One", "Three", "Four", "Two"]);
  await page.context().close();
});

test("a product is dragged by a finger", async () => {
  const { page, ids } = await seller({ width: 390, hasTouch: true, isMobile: true });
  await page.locator(`[data-product="${ids[2]}"]`).scrollIntoViewIfNeeded();
  const handle = (id = "") => page.locator(`[data-product="${id}"] [data-handle]`).boundingBox();
  const [from, to] = [await handle(ids[2]), await handle(ids[0])];
  if (!from || !to) throw new Error("the rows are not shown");
  const session = await page.context().newCDPSession(page);
  const x = from.x + from.width / 2;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
    });
  const [start, end] = [from.y + from.height / 2, to.y + 4];
  await touch("touchStart", start);
  for (let step = 1; step <= 8; step += 1)
    await touch("touchMove", start + ((end - start) * step) / 8);
  await touch("touchEnd", end);
  await expect.poll(() => firstLines(page)).toEqual(["One", "Three", "Two"]);
  await page.context().close();
});

// spec: seller.editor
test.each(
  dealt(
    [
      ["fr", "phone"],
      ["en", "desktop"],
    ] as const,
    1,
  ),
)("without JavaScript the order is typed as numbers (%s, %s)", async (locale, device) => {
  const { page, ids, t } = await seller({
    locale,
    width: WIDTHS[device],
    javaScriptEnabled: false,
  });
  const row = (id = "") => page.locator(`[data-product="${id}"]`);
  expect(await page.getByRole("button", { name: /One/ }).count()).toBe(0);
  await row(ids[2]).getByRole("spinbutton").fill("1");
  await row(ids[1]).getByRole("checkbox").uncheck();
  await page.getByLabel(t.website, { exact: true }).fill("http://atelier.example");
  await page.getByRole("button", { name: t.save }).click();
  await page.getByRole("alert").filter({ hasText: "https://" }).waitFor();
  expect(await firstLines(page)).toEqual(["One", "Three", "Two"]);
  expect(await row(ids[1]).getByRole("checkbox").isChecked()).toBe(false);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel(t.website, { exact: true }).fill("atelier.example");
  await page.getByRole("button", { name: t.save }).click();
  await page.waitForURL(`${url}/manage-sell`);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByLabel(t.website, { exact: true }).inputValue()).toBe(
    "https://atelier.example/",
  );
  expect(await publicTitles(page)).toEqual(["One", "Three"]);
  await page.context().close();
});

// spec: screen.sell-header, control.manage-sell.page
test("banner and logo show in the preview before they are saved, and can be removed", async () => {
  const { page, t } = await seller({ titles: ["One"] });
  const file = { name: "a.png", mimeType: "image/png", buffer: PNG };
  const images = () => preview(page).locator("header img").count();
  await page.getByLabel(/^Banner/).setInputFiles(file);
  await expect.poll(images).toBe(1);
  await page.getByLabel(/^Logo/).setInputFiles(file);
  await expect.poll(images).toBe(2);
  await page.getByRole("button", { name: "Remove this image" }).last().click();
  await expect.poll(images).toBe(1);
  await page.getByRole("button", { name: t.save }).click();
  await status(page, t.state.saved);
  expect(await preview(page).locator("header img").getAttribute("src")).toContain("/media/");
  await page.getByRole("checkbox", { name: "Remove this image" }).check();
  await expect.poll(images).toBe(0);
  await status(page, t.state.unsaved);
  await page.getByRole("button", { name: t.save }).click();
  await status(page, t.state.saved);
  expect(await images()).toBe(0);
  await page.context().close();
});

test("errors stand at their field and keep what was typed, also without a connection", async () => {
  const { page, t } = await seller({ titles: ["One"] });
  const website = page.getByLabel(t.website, { exact: true });
  await website.fill("http://atelier.example");
  await page.getByRole("button", { name: t.save }).click();
  await page.getByRole("alert").filter({ hasText: "https://" }).waitFor();
  await status(page, t.state.failed);
  expect(await website.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => website.evaluate((node) => node === document.activeElement)).toBe(true);
  const bottom = (node: Element) => node.getBoundingClientRect().bottom;
  const saveBar = await page.locator(".save-bar").boundingBox();
  expect(await website.evaluate(bottom)).toBeLessThanOrEqual(saveBar?.y ?? 0);
  await website.fill("https://atelier.example");
  await page.route("**/manage-sell.data*", (route) => route.abort());
  await page.getByRole("button", { name: t.save }).click();
  await page.getByRole("alert").filter({ hasText: t.offline }).waitFor();
  expect(await website.inputValue()).toBe("https://atelier.example");
  await page.unroute("**/manage-sell.data*");
  await page.getByRole("button", { name: t.save }).click();
  await status(page, t.state.saved);
  await page.context().close();
});

test.each(dealt(["fr", "en"] as const, 0))(
  "leaving with unsaved changes asks (%s)",
  async (locale) => {
    const { page, t } = await seller({ locale, titles: ["One"] });
    const words = { en: enUi, fr: frUi }[locale].common.leave;
    // Within the app, without a load of the page.
    const leave = () =>
      page.evaluate(() => {
        history.back();
      });
    await page.goto(`${url}/dashboard`);
    await page.getByText(locale === "fr" ? "Plus" : "More", { exact: true }).click();
    await page.getByRole("link", { name: locale === "fr" ? /vente privée/ : /Sales Page/ }).click();
    await page.waitForURL(`${url}/manage-sell`);
    await page.getByLabel(t.description).fill("Not saved");
    await status(page, t.state.unsaved);
    await leave();
    const dialog = page.getByRole("dialog", { name: words.title });
    await dialog.getByRole("button", { name: words.stay }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe("/manage-sell");
    expect(await page.getByLabel(t.description).inputValue()).toBe("Not saved");

    const asked: string[] = [];
    page.on("dialog", (native) => {
      asked.push(native.type());
      void native.dismiss();
    });
    await page.getByLabel(t.description).press("Tab");
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(["beforeunload"]);

    await leave();
    await dialog.getByRole("button", { name: words.leave }).click();
    await page.waitForURL(`${url}/dashboard`);
    expect(asked).toHaveLength(1);
    await page.context().close();
  },
);

test("a saved or unchanged page is left without a question", async () => {
  const { page, t } = await seller({ titles: ["One"] });
  await page.getByLabel(t.description).fill("Kept");
  await page.getByRole("button", { name: t.save }).click();
  await status(page, t.state.saved);
  await page.getByLabel(t.description).fill("Kept, no");
  await page.getByLabel(t.description).fill("Kept");
  await status(page, t.state.saved);
  await page.goto(`${url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "My Products" }).waitFor();
  await page.context().close();
});

test.each(
  dealt(
    [
      ["fr", "light", "phone"],
      ["en", "dark", "desktop"],
    ] as const,
    1,
  ),
)("the public page of long texts fits (%s, %s, %s)", async (locale, colorScheme, device) => {
  const titles = ["W".repeat(100), "Short", "Été « long » : fin !", "Four"];
  const { page, t } = await seller({ locale, colorScheme, width: WIDTHS[device], titles });
  await page.getByLabel(t.description).fill(`${"x".repeat(300)}\n\nSecond paragraph.`);
  await page.getByLabel("Instagram").fill("i".repeat(60));
  await page.getByLabel(t.website, { exact: true }).fill(`https://${"w".repeat(60)}.example`);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: t.save }).click();
  await status(page, t.state.saved);
  const href = await page.locator('a[href^="/sell/"]').first().getAttribute("href");
  await page.goto(url + href);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.context().close();
});
