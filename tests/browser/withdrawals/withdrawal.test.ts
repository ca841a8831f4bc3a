import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { bought } from "../../support/bought";
import { person } from "../../support/factories/person";
import { frameFaults } from "../../support/frame-faults";

let app: AppWithBrowser;
beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const WORDS = {
  fr: {
    link: "Renoncer au contrat ici",
    name: "Votre nom",
    contract: "Le contrat",
    contact: "Comment vous joindre",
    next: "Continuer",
    confirm: "Confirmer la rétractation",
    received: "Accusé de réception de votre rétractation",
    download: "Télécharger l’accusé de réception",
  },
  en: {
    link: "Withdraw from contract here",
    name: "Your name",
    contract: "The contract",
    contact: "How to reach you",
    next: "Continue",
    confirm: "Confirm withdrawal",
    received: "Acknowledgement of your withdrawal",
    download: "Download the acknowledgement",
  },
};

// spec: withdrawal.everywhere, withdrawal.two-steps, withdrawal.acknowledgement
test.each(["fr", "en"] as const)(
  "a visitor without script withdraws on a narrow phone, from a page that failed (%s)",
  async (locale) => {
    const words = WORDS[locale];
    const viewport = { width: 320, height: 700 };
    const phone = { locale, javaScriptEnabled: false, viewport } as const;
    const { page } = await openPage(app, "/acheter/nothing", phone);
    await page.getByRole("contentinfo").getByRole("link", { name: words.link }).click();
    await page.getByLabel(words.name).fill("Ada Example");
    await page.getByLabel(words.contract).fill("Rain, le 3 novembre");
    await page.getByLabel(words.contact).fill("ada@example.com");
    await page.getByRole("button", { name: words.next }).click();
    await page.getByRole("button", { name: words.confirm }).click();
    await page.getByRole("heading", { level: 1, name: words.received }).waitFor();
    const shown = await page.locator("main").innerText();
    for (const text of ["Ada Example", "Rain, le 3 novembre", "ada@example.com"]) {
      expect(shown).toContain(text);
    }
    expect(await frameFaults(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: words.download }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.txt$/);
    await page.emulateMedia({ media: "print" });
    const printed = await page.locator("body").innerText();
    expect(printed).toContain("Ada Example");
    expect(printed).not.toContain(words.download);
    expect(printed).not.toContain(words.link);
  },
);

// spec: withdrawal.decision, withdrawal.refuse
test("a buyer withdraws from the receipt, and the seller finds it and refuses it with a reason", async () => {
  const buyer = await person(app);
  const { seller } = await bought(app, buyer, "Rain");
  const { page } = await openPage(app, "/purchases", { who: buyer });
  await page.getByRole("link", { name: "Receipt" }).click();
  await page.locator("main").getByRole("link", { name: WORDS.en.link }).click();
  await page.getByLabel(WORDS.en.contact).fill("ada@example.com");
  await page.getByRole("button", { name: WORDS.en.next }).click();
  await page.getByRole("button", { name: WORDS.en.confirm }).click();
  await page.getByText("among the decisions of the seller").waitFor();
  expect(await allViolations(page)).toEqual([]);

  const other = await openPage(app, "/dashboard", { who: seller });
  await other.page.getByRole("link", { name: "1 withdrawal to answer" }).click();
  const card = other.page.locator("[data-withdrawal]");
  await card.getByText("Refund by").waitFor();
  await card.getByText("Refuse with a reason").click();
  await card.getByRole("textbox", { name: "Reason" }).fill("You asked for the file at once.");
  expect(await allViolations(other.page)).toEqual([]);
  await card.getByRole("button", { name: "Refuse the withdrawal" }).click();
  await card.waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("You asked for the file at once.").waitFor();
});
