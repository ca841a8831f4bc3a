import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { bought } from "../../support/bought";
import { person } from "../../support/factories/person";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

test("a buyer writes to the seller from a purchase, and keeps what was refused or not sent yet", async () => {
  const buyer = await person(app);
  const { id, seller } = await bought(app, buyer, "Rain");
  const { page, context } = await openPage(app, "/purchases", { who: buyer });
  await page.getByRole("link", { name: "Contact the seller" }).click();
  const box = page.getByLabel("Your message");
  await box.fill("The file is silent.\nWhat can I do?");
  // What is typed outlives a reload, once the page keeps it.
  const kept = () =>
    page.evaluate(() => {
      const inputs = Object.entries(sessionStorage);
      return inputs.filter(([key]) => key.startsWith("input:message")).map(([, value]) => value);
    });
  await expect.poll(kept).toEqual([expect.stringContaining("What can I do?")]);
  await page.reload();
  await expect.poll(() => box.inputValue()).toBe("The file is silent.\nWhat can I do?");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator("[data-message]").getByText("What can I do?").waitFor();
  expect(await box.inputValue()).toBe("");
  for (const text of ["two", "three", "four", "five", "six"]) {
    await box.fill(text);
    await page.getByRole("button", { name: "Send" }).click();
    if (text !== "six") await page.locator("[data-message]").getByText(text).waitFor();
  }
  await page.getByRole("alert").getByText("without an answer").waitFor();
  expect(await box.inputValue()).toBe("six");

  const phone = {
    who: seller,
    locale: "fr",
    javaScriptEnabled: false,
    colorScheme: "dark",
    viewport: { width: 320, height: 700 },
  } as const;
  const other = await openPage(app, `/acheter/${id}`, phone);
  await other.page.getByRole("link", { name: "Messages : 1 conversation à lire" }).click();
  await other.page.getByRole("link", { name: "Rain" }).click();
  await other.page.getByLabel("Votre message").fill("Un nouveau fichier arrive.");
  await other.page.getByRole("button", { name: "Envoyer" }).click();
  await other.page.locator("[data-message]").getByText("Un nouveau fichier arrive.").waitFor();
  await other.page.getByRole("link", { name: "Messages", exact: true }).waitFor();
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.goto(`${app.url}/messages`);
  await page.getByText("1 new").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Rain" }).click();
  await page.getByText("Un nouveau fichier arrive.").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});
