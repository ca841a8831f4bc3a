import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";

const { url } = inject("app");
const browser = browserForFile();

const WORDS = {
  fr: {
    worth: /environ 12,40\s€/,
    converted: /^12,00\s€ valent environ 0,096 SOL/,
    dollars: /^15,00\s\$US valent environ 0,1 SOL/,
    use: "Utiliser 0,096 SOL",
    kept: "0,096",
  },
  en: {
    worth: /about €12\.40/,
    converted: /^€12\.00 is about 0\.096 SOL/,
    dollars: /^\$15\.00 is about 0\.1 SOL/,
    use: "Use 0.096 SOL",
    kept: "0.096",
  },
} as const;

// spec: rate.price-field
test.each(["fr", "en"] as const)(
  "a typed price says what it is worth, and money is converted once, by a second act (%s)",
  async (locale) => {
    const words = WORDS[locale];
    const context = await newPerson(browser, url, { locale });
    const page = await context.newPage();
    await page.goto(`${url}/transaction`);
    const price = page.locator("[name=price]");
    const hint = page.locator(`[id="${await price.getAttribute("aria-describedby")}"]`);
    await price.fill("0.0992");
    await expect.poll(() => hint.textContent()).toMatch(words.worth);

    await price.fill("15 usd");
    await expect.poll(() => page.getByText(words.dollars).count()).toBe(1);
    // One key after the other.
    await price.fill("");
    await price.pressSequentially("12 EUR");
    await expect.poll(() => page.getByText(words.converted).count()).toBe(1);
    expect(await price.getAttribute("aria-invalid")).toBeNull();
    expect(await price.inputValue()).toBe("12 EUR");
    await page.getByRole("button", { name: words.use }).click();
    expect(await price.inputValue()).toBe(words.kept);
    expect(await price.evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => page.getByText(words.converted).count()).toBe(0);
    await expect.poll(() => hint.textContent()).toMatch(locale === "fr" ? /12,00\s€/ : /€12\.00/);

    await price.fill("12 CHF");
    await price.blur();
    await expect.poll(() => price.getAttribute("aria-invalid")).toBe("true");
    await context.close();
  },
);
