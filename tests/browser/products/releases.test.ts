import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";
import { seriousViolations } from "../../support/axe";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm, publishAsContext } from "../../support/product-page";
import { dealt } from "../../support/test-scale";

const TEXT = {
  en: {
    submit: "Register product",
    total: /^4 files/,
    up: "Move “score.pdf” up",
    remove: "Remove “2 wind.wav”",
    removed: "“2 wind.wav” is removed.",
    undo: "Undo",
    name: "Name of file 1",
    done: "Product registered",
    all: "Download all 4 files",
    publish: "Publish this version",
    replaced: "The new version is on sale. Buyers see it.",
  },
  fr: {
    submit: "Enregistrer le produit",
    total: /^4 fichiers/,
    up: "Monter « score.pdf »",
    remove: "Retirer « 2 wind.wav »",
    removed: "« 2 wind.wav » est retiré.",
    undo: "Annuler",
    name: "Nom du fichier 1",
    done: "Produit enregistré",
    all: "Télécharger les 4 fichiers",
    publish: "Publier cette version",
    replaced: "La nouvelle version est en vente. Les acheteurs la voient.",
  },
} as const;

const { url } = inject("app");
const browser = browserForFile();
const folder = mkdtempSync(join(tmpdir(), "comptoir-releases-"));
afterAll(() => rmSync(folder, { recursive: true }));

const payload = (name: string) => filePayload(Buffer.from(`bytes of ${name}`), name);
/** Names in the list of the form, in order. */
const listed = (page: Page) =>
  page
    .locator("[data-release-file]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-release-file")));
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

// spec: product.files
test.each(
  dealt(
    [
      ["en", "dark", 390],
      ["fr", "light", 1280],
    ] as const,
    0,
  ),
)(
  "several files are chosen, put in order by keyboard and published (%s, %s, %i)",
  async (locale, colorScheme, width) => {
    const words = TEXT[locale];
    const context = await newPerson(browser, url, {
      locale,
      colorScheme,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(`${url}/transaction`);
    await fillProductForm(page, { title: "Weather" });
    const field = page.locator("[name=file]");
    await field.setInputFiles(["1 rain.wav", "2 wind.wav"].map(payload));
    // More are added; one of a name in the list takes its place.
    await field.setInputFiles(["score.pdf", "3 hail.wav", "1 rain.wav"].map(payload));
    const chosen = ["1 rain.wav", "2 wind.wav", "score.pdf", "3 hail.wav"];
    await expect.poll(() => listed(page)).toEqual(chosen);
    await page.getByText(words.total).waitFor();

    const up = page.getByRole("button", { name: words.up });
    await up.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect(await up.isDisabled()).toBe(true);
    await page.getByRole("button", { name: words.remove }).click();
    await page.getByRole("status").getByText(words.removed).waitFor();
    expect(await listed(page)).toEqual(["score.pdf", "1 rain.wav", "3 hail.wav"]);
    await page.getByRole("button", { name: words.undo }).click();
    await page.getByLabel(words.name).fill("0 score.pdf");
    expect(await overflow(page)).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByRole("button", { name: words.submit }).click();
    await page.getByRole("heading", { name: words.done }).waitFor();
    const id = new URL(page.url()).searchParams.get("published");
    await page.goto(`${url}/acheter/${id}`);
    await page.getByRole("link", { name: words.all }).waitFor();
    const links = page.locator("#ticket a[href*='position=']");
    expect(await links.allInnerTexts()).toEqual([
      "0 score.pdf",
      "1 rain.wav",
      "2 wind.wav",
      "3 hail.wav",
    ]);
    const [download] = await Promise.all([page.waitForEvent("download"), links.first().click()]);
    expect(download.suggestedFilename()).toBe("0 score.pdf");
    expect(await overflow(page)).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await context.close();
  },
);

// spec: product.releases
test("a dropped folder becomes the next version; a single file takes the place of the only one", async () => {
  const context = await newPerson(browser, url, { viewport: { width: 390, height: 844 } });
  const id = await publishAsContext(context, url);
  const page = await context.newPage();
  await page.goto(`${url}/edit/${id}`);
  const field = page.getByLabel("New files");
  await field.setInputFiles(payload("rain 2.wav"));
  await page.getByText("“rain 2.wav” takes the place of “rain.wav”.").waitFor();
  expect(await listed(page)).toEqual(["rain 2.wav"]);
  await page.getByRole("button", { name: "Keep both" }).click();
  expect(await listed(page)).toEqual(["rain.wav", "rain 2.wav"]);
  await field.setInputFiles(payload("con.wav"));
  await page.getByLabel("Name of file 3").fill("a/b.wav");
  await page.getByRole("button", { name: "Publish this version" }).click();
  const refused = page.getByText(/Not every computer can store a file named “a\/b.wav”/);
  await refused.first().waitFor();
  expect(await listed(page)).toEqual(["rain.wav", "rain 2.wav", "a/b.wav"]);
  await page.getByRole("button", { name: "Remove “a/b.wav”" }).click();

  const pack = join(folder, "pack");
  mkdirSync(join(pack, "inside"), { recursive: true });
  for (const name of ["10 snow.wav", "9 hail.wav", ".hidden"])
    writeFileSync(join(pack, "inside", name), name);
  await drop(page, pack);
  await page.getByText("2 files added.").waitFor();
  expect(await listed(page)).toEqual(["rain.wav", "rain 2.wav", "9 hail.wav", "10 snow.wav"]);
  await page.getByRole("button", { name: "Publish this version" }).click();
  await page.getByRole("status").getByText(TEXT.en.replaced).waitFor();
  expect(await listed(page)).toEqual(["rain.wav", "rain 2.wav", "9 hail.wav", "10 snow.wav"]);
  await page.getByRole("button", { name: "Publish this version" }).click();
  await page.getByText("These are the files that are on sale already.").waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await context.close();
});

/** Drops a file or folder on the field, as the desktop does. */
async function drop(page: Page, path: string): Promise<void> {
  const field = page.getByLabel("New files");
  // Between the bars at the top and the bottom of the window.
  await field.evaluate((input) => input.scrollIntoView({ block: "center" }));
  const box = await field.boundingBox();
  const place = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, ...place, data });
}
