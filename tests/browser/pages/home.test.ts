import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";

const { url } = inject("app");
const browser = browserForFile();

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "fr-FR", ...options });
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

// spec: screen.home-faq
test("one FAQ entry is open at a time", async () => {
  const page = await visit("/");
  const questions = page.locator("details[name=faq]");
  expect(await questions.count()).toBe(5);
  for (const at of [1, 4, 2]) {
    await questions.nth(at).locator("summary").click();
    const open = await questions.evaluateAll((all) => all.map((one) => one.hasAttribute("open")));
    expect(open.flatMap((isOpen, index) => (isOpen ? [index] : []))).toEqual([at]);
  }
});

// spec: screen.home-plans, permission.plan-free, constant.plan-public
test("the plans match the fee table and say what is not charged yet", async () => {
  const page = await visit("/?lang=en");
  const row = (name: string) => page.getByRole("row", { name }).getByRole("cell").allInnerTexts();
  expect(await row("Commission by link")).toEqual(["1%\nthen 2.5%", "1%", "0%"]);
  expect(await row("Commission in the public shop")).toEqual(["15%", "10%", "5%"]);
  expect(await row("Largest file")).toEqual(["500 MB\nthen 100 MB", "500 MB", "1 GB"]);
  await page.getByText("planned, not yet charged").waitFor();
  // The location of data is the operator's to state.
  expect(await page.getByText("Switzerland").count()).toBe(0);
});

// spec: screen.home-makers
// spec: page.motion
test("the animation stops with reduced motion", async () => {
  const moving = await visit("/");
  const animation = (page: Page) =>
    page.locator(".marquee").evaluate((line) => getComputedStyle(line).animationName);
  expect(await animation(moving)).toBe("marquee");
  const still = await visit("/", { reducedMotion: "reduce" });
  expect(await animation(still)).toBe("none");
});
