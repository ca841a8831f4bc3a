import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { apiPaths } from "../../../app/lib/api-paths";
import { paths } from "../../../app/lib/paths";
import { purchasePaths } from "../../../app/lib/purchase-paths";
import { PART_BYTES, partCount, type UploadState } from "../../../app/products/rules/upload";
import { freePort } from "../../../dev/run/port";
import { withDatabase } from "../../../dev/run/with-database";
import { type AppProcess, startAppProcess } from "../../support/app";
import { launchBrowser } from "../../support/browser";
import { insertPerson } from "../../support/factories/person";
import { generatedSha256, writeGeneratedFile } from "../../support/generated-file";
import { peakBytes, resetPeak, workerdsOf } from "../../support/process-usage";
import { fillProductForm } from "../../support/product-page";
import { readZip } from "../../support/read-zip";
import { startStallingProxy } from "../../support/stalling-proxy";
import { LONG_RUN } from "../../support/test-scale";

const MB = 1024 * 1024;
/** The largest file of Premium under `npm run test:long`. */
const SIZE_BYTES = (LONG_RUN ? 1_024 : 48) * MB;
/**
 * The code path of a large file: whole parts and a short one. The heap of workerd grows by some 70 MB
 * with the first requests, whatever they carry, so that the long run compares with more of them.
 */
const SMALL_BYTES = (LONG_RUN ? 6 : 1) * PART_BYTES + MB;
const KILLED_AT = 0.37;
const CLOSED_AT = 0.8;
/**
 * What workerd may take while the parts of a large file arrive, beyond what it took for a small one.
 * Reads are left out: the local simulator of R2 keeps what it has read of a file in parts in memory
 * until the client takes it, for any Worker.
 */
const MAX_GROWTH_BYTES = 32 * MB;
/** Of a release. */
const FILES = 20;
const FILE_BYTES = MB;
/** Only for what never comes: a gigabyte is sent, joined, verified and read. */
const TIMEOUT_MS = (LONG_RUN ? 60 : 5) * 60_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

// spec: product.resume
test(
  "a large upload goes on after the server was killed, and in a new tab after its own was closed",
  async () => {
    const { app, proxy, port, cookie, folder } = await startBehindProxy();
    const context = await signedIn(cookie, app.url);
    const small = join(folder, "small.wav");
    await writeGeneratedFile(small, SMALL_BYTES);
    resetPeak(workerdOf(app));
    const smallId = await publish(await openForm(context, app.url), small);
    expect(await downloadedSha256(app.url, smallId, cookie)).toBe(generatedSha256(0, SMALL_BYTES));
    const peakOfSmall = peakBytes(workerdOf(app));

    const large = join(folder, "large.wav");
    await writeGeneratedFile(large, SIZE_BYTES);
    const parts = partCount({ sizeBytes: SIZE_BYTES, partSizeBytes: PART_BYTES });
    const page = await openForm(context, app.url);
    const sent = partsSentBy(page);
    const killTime = proxy.stallAfter(KILLED_AT * SIZE_BYTES);
    await page.locator("[name=file]").setInputFiles(large);
    await page.getByRole("button", { name: "Register product" }).click();
    await killTime;
    const beforeKill = await receivedParts(port, sent.key, cookie);
    expect(beforeKill).toEqual(numbers(1, Math.floor(KILLED_AT * parts)));
    expect(peakBytes(workerdOf(app))).toBeLessThan(peakOfSmall + MAX_GROWTH_BYTES);
    await app.kill();
    await page.locator("[data-upload-phase=waiting]").waitFor();
    proxy.goOn();

    // The page retries by itself.
    const stored = beforeKill.length * PART_BYTES;
    const closeTime = proxy.stallAfter(CLOSED_AT * SIZE_BYTES - stored);
    await app.restart();
    resetPeak(workerdOf(app));
    await closeTime;
    const beforeClose = await receivedParts(port, sent.key, cookie);
    expect(beforeClose.length).toBeGreaterThan(beforeKill.length);
    expect(beforeClose.length).toBeLessThan(parts);
    expect(peakBytes(workerdOf(app))).toBeLessThan(peakOfSmall + MAX_GROWTH_BYTES);
    await page.close();
    proxy.goOn();
    // A part that was stored is sent once.
    expect(sent.numbers.filter((part) => beforeKill.includes(part))).toEqual(beforeKill);

    const later = await openTab(context, app.url);
    const resent = partsSentBy(later);
    await later.getByRole("link", { name: "Continue" }).click();
    await later.getByLabel("Go on with this file").setInputFiles(large);
    await later.getByRole("button", { name: "Register product" }).click();
    const id = await publishedId(later);
    // The part that was on its way when the tab was closed may have been stored.
    const [first = 0] = resent.numbers;
    expect([1, 2]).toContain(first - beforeClose.length);
    expect(resent.numbers).toEqual(numbers(first, parts));
    expect(await downloadedSha256(app.url, id, cookie)).toBe(generatedSha256(0, SIZE_BYTES));
  },
  TIMEOUT_MS,
);

// spec: product.release-upload
test(
  "twenty files go on after the server was killed, and in a new tab after their own was closed",
  async () => {
    const { app, proxy, cookie, folder } = await startBehindProxy();
    const context = await signedIn(cookie, app.url);
    const files = numbers(1, FILES).map((number) => ({
      number,
      path: join(folder, `${number}.wav`),
    }));
    for (const { number, path } of files) writeFileSync(path, randomBytes(FILE_BYTES + number));
    const chosen = files.map(({ path }) => path);
    const page = await openForm(context, app.url);
    const killTime = proxy.stallAfter(KILLED_AT * FILES * FILE_BYTES);
    await page.locator("[name=file]").setInputFiles(chosen);
    await page.getByText("20 files, 20").first().waitFor();
    await page.getByRole("button", { name: "Register product" }).click();
    await killTime;
    await app.kill();
    await page.locator("[data-upload-phase=waiting]").waitFor();
    proxy.goOn();
    const closeTime = proxy.stallAfter((CLOSED_AT - KILLED_AT) * FILES * FILE_BYTES);
    await app.restart();
    await closeTime;
    await page.close();
    proxy.goOn();

    const later = await openTab(context, app.url);
    const resent = partsSentBy(later);
    await later.getByRole("link", { name: "Continue" }).click();
    const arrived = await later.getByText(/of 20 files have arrived/).innerText();
    const missing = FILES - Number(/^\d+/.exec(arrived)?.[0]);
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(FILES);
    await later.getByLabel("Go on with these files").setInputFiles(chosen);
    await later.getByText("All 20 files have arrived.").waitFor();
    expect(resent.numbers.length).toBeLessThanOrEqual(missing);
    await later.getByRole("button", { name: "Register product" }).click();
    const id = await publishedId(later);

    const headers = { Cookie: cookie };
    const answer = await fetch(app.url + purchasePaths.purchasedFile(id), { headers });
    const zip = readZip(new Uint8Array(await answer.arrayBuffer()));
    expect(zip.map(({ name }) => name)).toEqual(files.map(({ number }) => `${number}.wav`));
    for (const [at, { path }] of files.entries())
      expect(readFileSync(path).equals(zip[at]?.bytes ?? new Uint8Array())).toBe(true);
  },
  TIMEOUT_MS,
);

/** The app as `npm start` runs it, behind a proxy that has its origin, with a seller on Premium. */
async function startBehindProxy() {
  const folder = mkdtempSync(join(tmpdir(), "comptoir-large-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataDir = join(folder, "data");
  let cookie = "";
  await withDatabase(dataDir, async (db) => {
    cookie = `session=${(await insertPerson(db, { plan: "premium" })).token}`;
  });
  const port = await freePort();
  const proxy = await startStallingProxy(port);
  undo.push(() => proxy.close());
  const APP_ORIGIN = `http://localhost:${proxy.port}`;
  const app = await startAppProcess({ dataDir, env: { PORT: String(port), APP_ORIGIN } });
  undo.push(() => app.stop());
  return { app, proxy, port, cookie, folder };
}

async function signedIn(cookie: string, url: string): Promise<BrowserContext> {
  const browser = await launchBrowser();
  undo.push(() => browser.close());
  const context = await browser.newContext();
  context.setDefaultTimeout(TIMEOUT_MS);
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([
    { name, value, url },
    { name: "locale", value: "en", url },
  ]);
  return context;
}

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url + paths.newProduct);
  return page;
}

async function openForm(context: BrowserContext, url: string): Promise<Page> {
  const page = await openTab(context, url);
  await fillProductForm(page);
  return page;
}

async function publish(page: Page, path: string): Promise<string> {
  await page.locator("[name=file]").setInputFiles(path);
  await page.getByRole("button", { name: "Register product" }).click();
  const id = await publishedId(page);
  await page.close();
  return id;
}

async function publishedId(page: Page): Promise<string> {
  await page.getByRole("heading", { name: "Product registered" }).waitFor();
  return new URL(page.url()).searchParams.get("published") ?? "";
}

/** The parts that a page has begun to send, in order, and the key of their upload. */
function partsSentBy(page: Page): { numbers: number[]; key: string } {
  const sent = { numbers: [] as number[], key: "" };
  page.on("request", (request) => {
    const [, key, number] = /\/api\/uploads\/([^/]+)\/parts\/(\d+)$/.exec(request.url()) ?? [];
    if (!key) return;
    sent.key = decodeURIComponent(key);
    sent.numbers.push(Number(number));
  });
  return sent;
}

/** The stored parts of an upload, asked past the proxy. */
async function receivedParts(port: number, key: string, cookie: string): Promise<number[]> {
  const url = `http://127.0.0.1:${port}${apiPaths.upload(key)}`;
  const answer = await fetch(url, { headers: { Cookie: cookie } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as UploadState).received.sort((a, b) => a - b);
}

/** Downloads the newest version as its seller, by a download token. */
async function downloadedSha256(url: string, id: string, cookie: string): Promise<string> {
  const answer = await fetch(url + purchasePaths.purchasedFile(id), {
    headers: { Cookie: cookie },
  });
  expect(answer.status).toBe(200);
  const hash = createHash("sha256");
  for await (const chunk of answer.body ?? []) hash.update(chunk);
  return hash.digest("hex");
}

function workerdOf(app: AppProcess): number {
  const [pid = 0] = workerdsOf(app.pid);
  return pid;
}

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
