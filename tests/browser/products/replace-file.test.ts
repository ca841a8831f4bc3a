import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fundedWallet } from "../../support/app-under-test";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { type Person, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { openOrder, payOrder, waitForStatus } from "../../support/order-api";
import { dealt } from "../../support/test-scale";
import { openReplacement, replaceFile } from "../../support/upload";

const TEXT = {
  fr: {
    replace: "Publier cette version",
    choose: "Nouveaux fichiers",
    note: /Ce qui a changé/,
    resume: "Continuer avec ce fichier",
    replaced: "La nouvelle version est en vente. Les acheteurs la voient.",
    versions: "1 version précédente",
  },
  en: {
    replace: "Publish this version",
    choose: "New files",
    note: /What has changed/,
    resume: "Go on with this file",
    replaced: "The new version is on sale. Buyers see it.",
    versions: "1 earlier version",
  },
} as const;

let app: AppWithBrowser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "comptoir-replace-"));
  app = await startAppWithBrowser();
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true });
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A file of random bytes on the disk, as a browser chooses it. */
function localFile(name: string, megabytes: number) {
  const bytes = randomBytes(megabytes * 1024 * 1024);
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, bytes };
}

async function buy(buyer: Person, item: TestProduct): Promise<void> {
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
}

/** Requests with the session of a person. */
function caller({ headers }: Person) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { ...init, headers: { ...headers, ...init.headers } });
  return { call };
}

async function downloadBy(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return sha256(readFileSync(await download.path()));
}

/** Horizontal overflow of the page (px). */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

describe("the seller", () => {
  test.each(
    dealt(
      [
        ["fr", "light", 1280],
        ["en", "dark", 390],
      ] as const,
      0,
    ),
  )(
    "replaces the file, resumed after a reload (%s, %s, %i)",
    async (locale, colorScheme, width) => {
      const words = TEXT[locale];
      const item = await product(app, { title: "Rain" });
      const { path, bytes } = localFile(`rain, second take ${locale}.wav`, 20);
      const { page, context } = await openPage(app, `/edit/${item.id}`, {
        who: item.seller,
        locale,
        colorScheme,
        viewport: { width, height: 900 },
      });
      const section = page.getByRole("region", { name: /^(Fichier|File)$/ });
      await section.getByText('été "1".bin').waitFor();
      await page.route("**/parts/2", (route) => route.abort());
      await section.getByLabel(words.choose).setInputFiles(path);
      await section.getByLabel(words.note).fill("Less wind.\nAnd more rain.");
      await section.getByRole("button", { name: words.replace }).click();
      await page.locator("[data-upload-phase=waiting]").waitFor();
      expect(await overflow(page)).toBe(0);
      await page.close();

      const later = await context.newPage();
      const sent: string[] = [];
      later.on("request", (request) => {
        if (request.method() === "PUT") sent.push(request.url().replace(/.*\//, ""));
      });
      await later.goto(`${app.url}/edit/${item.id}`);
      await later.getByLabel(words.resume).setInputFiles(path);
      await later.getByRole("status").getByText(words.replaced).waitFor();
      expect(sent).toEqual(["2", "3"]);

      const after = later.getByRole("region", { name: /^(Fichier|File)$/ });
      await after.getByText(words.versions).waitFor();
      expect(await after.getByText(/Less wind/).count()).toBe(1);
      expect(await after.getByTitle(sha256(bytes)).count()).toBe(1);
      expect(await overflow(later)).toBe(0);
      expect(await seriousViolations(later)).toEqual([]);
      await context.close();
    },
  );

  // spec: product.pause
  test("pauses, resumes and gives up a replacement, which asks first", async () => {
    const item = await product(app);
    const { path } = localFile("given up.wav", 20);
    const { page, context } = await openPage(app, `/edit/${item.id}`, {
      who: item.seller,
      colorScheme: "dark",
    });
    await page.route("**/parts/2", (route) => route.abort());
    await page.getByLabel("New files").setInputFiles(path);
    await page.getByRole("button", { name: "Publish this version" }).click();
    await page.locator("[data-upload-phase=waiting]").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.locator("[data-upload-phase=waiting]").waitFor();

    await page.getByRole("button", { name: "Give up" }).click();
    const dialog = page.getByRole("dialog", { name: "Give up this version?" });
    await dialog.getByRole("button", { name: "Go on sending" }).click();
    await page.locator("[data-upload-phase=waiting]").waitFor();
    await page.getByRole("button", { name: "Give up" }).click();
    const discarded = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await dialog.getByRole("button", { name: "Give up" }).click();
    expect((await discarded).status()).toBe(204);
    await page.getByRole("button", { name: "Publish this version" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Publish this version" }).waitFor();
    expect(await page.getByText("An upload was left on the way").count()).toBe(0);
    expect(await page.getByText('été "1".bin').count()).toBe(1);
    await context.close();
  });

  test("replaces a small file without script", async () => {
    const item = await product(app);
    const { path, bytes } = localFile("sans script.wav", 1);
    const { page, context } = await openPage(app, `/edit/${item.id}`, {
      who: item.seller,
      locale: "fr",
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    await page.getByLabel("Nouveaux fichiers").setInputFiles(path);
    await page.getByLabel(TEXT.fr.note).fill("Envoyé par le formulaire.");
    await page.getByRole("button", { name: TEXT.fr.replace }).click();
    await page.getByText("Envoyé par le formulaire.").waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(await page.getByTitle(sha256(bytes)).count()).toBe(1);
    expect(await overflow(page)).toBe(0);

    await openReplacement(caller(item.seller), item.id, 9);
    await page.goto(`${app.url}/edit/${item.id}`);
    expect(await page.getByLabel(TEXT.fr.resume).count()).toBe(0);
    await page.getByRole("button", { name: "Abandonner cette version" }).click();
    await page.getByRole("button", { name: TEXT.fr.replace }).waitFor();
    await context.close();
  });
});

describe("a buyer", () => {
  // spec: product.replace
  test.each(
    dealt(
      [
        ["en", "dark", 390, "Updated on", "Download the version you bought", "Version you bought"],
        ["fr", "light", 1280, "Mis à jour le", "Télécharger la version achetée", "Version achetée"],
      ] as const,
      0,
    ),
  )(
    "sees the update and downloads both versions (%s, %s, %i)",
    async (locale, colorScheme, width, updated, bought, boughtShort) => {
      const item = await product(app, { title: "Rain" });
      const buyer = await person(app);
      await buy(buyer, item);
      const text = "the second take";
      await replaceFile(caller(item.seller), item.id, text, "Less wind,\nmore rain.");
      const { page, context } = await openPage(app, `/acheter/${item.id}`, {
        who: buyer,
        locale,
        colorScheme,
        viewport: { width, height: 900 },
      });
      const ticket = page.locator("#ticket");
      await ticket.getByText(updated).waitFor();
      await ticket.getByText("Less wind").waitFor();
      const newest = ticket.getByRole("link", {
        name: /^(Download the file|Télécharger le fichier)$/,
      });
      expect(await downloadBy(page, newest)).toBe(sha256(Buffer.from(text)));
      const own = ticket.getByRole("link", { name: bought });
      expect(await downloadBy(page, own)).toBe(sha256(item.bytes));
      expect(await overflow(page)).toBe(0);
      expect(await seriousViolations(page)).toEqual([]);

      await page.goto(`${app.url}/purchases`);
      await page.getByText(updated).waitFor();
      await page.getByText("Less wind").waitFor();
      const link = page.getByRole("link", { name: boughtShort });
      const answer = await caller(buyer).call((await link.getAttribute("href")) ?? "");
      expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(item.bytes));
      expect(await overflow(page)).toBe(0);
      expect(await seriousViolations(page)).toEqual([]);
      await context.close();
    },
  );
});
