import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";
import { newPerson } from "../../support/factories/person";
import { filePayload, fillProductForm } from "../../support/product-page";
import { readQr } from "../../support/qr";

const { url } = inject("app");
const WORDS = { submit: "Register product", done: "Product registered" };

const browser = browserForFile();

describe("a 30 MB file", () => {
  const bytes = randomBytes(30 * 1024 * 1024);
  const folder = mkdtempSync(join(tmpdir(), "comptoir-publish-"));
  const path = join(folder, "rain [v2].wav");
  writeFileSync(path, bytes);
  afterAll(() => rmSync(folder, { recursive: true }));

  // spec: screen.new-product-result, transition.product.created
  test("is published with progress, then shows the link, the QR code and the edit page", async () => {
    const context = await newPerson(browser, url, { viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${url}/transaction`);
    const shares = await watchProgress(page);
    const announced = await watchStatus(page);
    // The connection fails once: the upload retries.
    let lost = 0;
    await page.route("**/parts/2", (route) => (lost++ === 0 ? route.abort() : route.continue()));

    await fillProductForm(page);
    await page.locator("[name=file]").setInputFiles(path);
    await page.getByRole("button", { name: WORDS.submit }).click();
    await page.getByRole("heading", { name: WORDS.done }).waitFor();

    expect(lost).toBe(2);
    expect(await shares()).toContain("waiting");
    expect(await shares()).toContain("verifying");
    expect((await announced()).join()).toMatch(/Sending,.*Sending (25|50|75)%.*,Checking the file/);
    const id = new URL(page.url()).searchParams.get("published");
    const link = `${url}/acheter/${id}`;
    expect(await page.getByRole("link", { name: link }).getAttribute("href")).toBe(link);
    const qr = page.getByRole("img", { name: "QR code of the purchase link" });
    expect((await qr.boundingBox())?.width).toBe(256);
    expect(readQr(await qr.screenshot())).toBe(link);
    expect(await overflow(page)).toBe(0);

    await page.waitForURL(`${url}/edit/${id}`);
    expect(await page.locator("[name=title]").inputValue()).toBe("Rain");
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  // spec: storage.parts
  // spec: product.resume
  test("interrupted, resumes in a new window with the same file only", async () => {
    const context = await newPerson(browser, url);
    const page = await context.newPage();
    await page.goto(`${url}/transaction`);
    await page.route("**/parts/3", (route) => route.abort());
    await fillProductForm(page, { title: "Resumed" });
    await page.locator("[name=file]").setInputFiles(path);
    await page.getByRole("button", { name: WORDS.submit }).click();
    await page.locator("[data-upload-phase=waiting]").waitFor();
    await page.close();

    const later = await context.newPage();
    const sent: string[] = [];
    later.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.url().replace(/.*\//, ""));
    });
    await later.goto(`${url}/transaction`);
    await later.getByRole("link", { name: "Continue" }).click();
    const again = later.getByLabel("Go on with this file");
    const other = filePayload(randomBytes(10), "other.wav");
    await again.setInputFiles(other);
    expect(await later.getByRole("alert").textContent()).toContain("This is not the same file");
    await again.setInputFiles(path);
    await later.getByRole("button", { name: WORDS.submit }).click();
    await later.getByRole("heading", { name: WORDS.done }).waitFor();
    expect(sent).toEqual(["3", "4"]);
    expect(await later.getByText("Resumed").count()).toBe(1);
    await context.close();
  });

  test("given up, leaves the draft without it", async () => {
    const context = await newPerson(browser, url);
    const page = await context.newPage();
    await page.goto(`${url}/transaction`);
    await page.route("**/parts/2", (route) => route.abort());
    await fillProductForm(page, { title: "Given up" });
    await page.locator("[name=file]").setInputFiles(path);
    await page.locator("[data-upload-phase=waiting]").waitFor();
    const discarded = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("button", { name: "Give up" }).click();
    await page.locator("[data-upload-phase]").waitFor({ state: "detached" });
    expect(await page.locator("[name=title]").inputValue()).toBe("Given up");
    await discarded;
    await page.reload();
    await page.getByText("Drop your files here").waitFor();
    expect(await page.locator("[name=title]").inputValue()).toBe("Given up");
    await context.close();
  });
});

/** Records each phase of the upload panel. */
async function watchProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenPhases: seen });
    new MutationObserver(() => {
      const phase = document.querySelector<HTMLElement>("[data-upload-phase]")?.dataset.uploadPhase;
      if (phase && seen.at(-1) !== phase) seen.push(phase);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => (window as unknown as { seenPhases: string[] }).seenPhases);
}

/** Records what the live region of the upload panel says. */
async function watchStatus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { saidByStatus: said });
    new MutationObserver(() => {
      const text = document.querySelector("[data-upload-phase] [role=status]")?.textContent;
      if (text && said.at(-1) !== text) said.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { saidByStatus: string[] }).saidByStatus);
}

/** Horizontal overflow of the page (px). */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
