import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { openOrder } from "../../support/order-api";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const CHOSEN = '[aria-current]:not([aria-current="false"])';

// spec: page.forced-colors
test("what is chosen differs from what is not under forced colours", async () => {
  const [item, other] = [await product(app), await product(app)];
  const buyer = await person(app);
  await openOrder(app, buyer, item.id);
  const { page, context } = await openPage(app, "/shop?view=list", { who: buyer });
  await page.emulateMedia({ forcedColors: "active" });
  const hearts = page.getByRole("button", { name: /^Favorite/ });
  await hearts.first().click();
  await expect.poll(() => hearts.first().getAttribute("aria-pressed")).toBe("true");
  const chosenAndNot: Record<string, [Locator, Locator]> = {
    page: [page.locator(`header nav a${CHOSEN}`).first(), page.locator('header a[href="/about"]')],
    language: [page.locator(`a[lang="en"]${CHOSEN}`), page.locator('a[lang="fr"]').first()],
    theme: [
      page.locator('button[name="theme"][aria-pressed="true"]'),
      page.locator('button[name="theme"][aria-pressed="false"]').first(),
    ],
    view: [page.getByRole("link", { name: "List" }), page.getByRole("link", { name: "Grid" })],
    heart: [hearts.first(), hearts.nth(1)],
  };
  for (const [name, [chosen, not]] of Object.entries(chosenAndNot)) {
    expect(await looksOf(chosen), name).not.toEqual(await looksOf(not));
  }
  await page.goto(`${app.url}/acheter/${item.id}`);
  const steps = page.locator("#ticket ol > li");
  const looks = await Promise.all([0, 1, 2].map((at) => looksOf(steps.nth(at))));
  expect(new Set(looks).size, "steps: complete, current, to come").toBe(3);
  expect(other.id).not.toBe(item.id);
  await context.close();
});

/** What a person sees of the state of a control, in the colours that are painted. */
function looksOf(control: Locator): Promise<string> {
  return control.first().evaluate((element) => {
    const { color, backgroundColor, borderTopColor, borderTopStyle, outlineStyle } =
      getComputedStyle(element);
    return [color, backgroundColor, borderTopColor, borderTopStyle, outlineStyle].join(" ");
  });
}
