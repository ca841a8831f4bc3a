// A product whose file was replaced, and what those who bought it have: no upgrade may change it.
import { expect } from "vitest";
import { type AppUnderTest, sql } from "../app-under-test";
import { readZip } from "../read-zip";
import { complete, postReplacement, putPart } from "../upload";

/** What is needed of a `ShopHistory`. */
interface History {
  shop: AppUnderTest;
  call(name: string, path: string, init?: RequestInit): Promise<Response>;
  publish(seller: string, fields: Record<string, string>): Promise<string>;
  order(name: string): { id: string };
  buy(name: string, productId: string): Promise<unknown>;
}

/** A product of which two versions were bought, and a third is on sale. */
export interface KeptVersions {
  productId: string;
  /** What the links that were given answered, by their paths. */
  links: Record<string, LinkAnswer>;
  bought: BoughtFacts;
  onSale: OnSaleFacts;
  /** Uploads of versions of other products. A part of the first has arrived. */
  unfinished: Record<
    "toFinish" | "toCancel" | "toFinishLater" | "toCancelLater",
    UnfinishedVersion
  >;
}

/** What a link to a file answers, and a download that goes on after its first bytes. */
interface LinkAnswer {
  text: string;
  headers: Record<string, string | null>;
  rest: { status: number; range: string | null; text: string };
}

interface UnfinishedVersion {
  productId: string;
  key: string;
}

/** What belongs to purchases: no later version changes it. */
interface BoughtFacts {
  /** By the names of the buyers: a new link to what was bought. */
  links: Record<string, LinkAnswer>;
  /** Rows of the receipts of buyer and seller. */
  receipts: Record<string, string[]>;
  /** Records of the versions. */
  files: Record<string, unknown>[];
}

/** What changes with the next version. */
interface OnSaleFacts {
  /** New links, by how they are asked for. */
  links: Record<string, LinkAnswer>;
  /** What pages say of versions: names, notes, hashes and times. */
  pages: Record<string, string[]>;
}

interface Version {
  text: string;
  fileName: string;
  note: string;
}

const BUYERS = ["first-version", "second-version"] as const;
export const SECOND = {
  text: "the second version",
  fileName: "Regen (früh) 2.wav",
  note: "Less wind.",
};
export const THIRD = { text: "the third version", fileName: "rain 3.wav", note: "More rain." };
const NAMES = ["rain [v1].wav", SECOND.fileName, THIRD.fileName];
/** What is uploaded for a version that is not finished. */
export const NEXT = { text: "the next version", fileName: "rain 4.wav", note: "Hail." };

/** Publishes such a product, buys it, and begins versions of others. */
export async function makeVersions(history: History): Promise<KeptVersions> {
  const productId = await history.publish("seller", { title: "versions" });
  const links: KeptVersions["links"] = {};
  const [first, second] = BUYERS;
  for (const [buyer, next] of [
    [first, SECOND],
    [second, THIRD],
  ] as const) {
    await history.buy(buyer, productId);
    const link = await linkFor(history, buyer, productId);
    links[link] = await follow(history, link);
    await replaceFile(history, productId, next);
  }
  for (const buyer of BUYERS)
    for (const query of ["", BOUGHT]) {
      const link = await linkFor(history, buyer, productId, query);
      links[link] = await follow(history, link);
    }
  const unfinished = {
    toFinish: await beginVersion(history, "version to finish"),
    toCancel: await beginVersion(history, "version to cancel"),
    toFinishLater: await beginVersion(history, "version to finish later"),
    toCancelLater: await beginVersion(history, "version to cancel later"),
  };
  await sendBytes(history, unfinished.toFinish);
  const bought = await readBought(history, productId);
  return { productId, links, bought, onSale: await readOnSale(history, productId), unfinished };
}

/** The links that were given then, while they can continue. */
export async function expectLinksAsBefore(
  history: History,
  { links }: KeptVersions,
): Promise<void> {
  for (const [link, answer] of Object.entries(links))
    expect([link, await follow(history, link)]).toEqual([link, answer]);
}

/** Who bought a version gets it by a new link, with the receipt of then. */
export async function expectBoughtAsBefore(
  history: History,
  { productId, bought }: KeptVersions,
): Promise<void> {
  const now = await readBought(history, productId);
  expect(now.links).toEqual(bought.links);
  expect(now.files).toEqual(expect.arrayContaining(bought.files));
  expectAllOf(now.receipts, bought.receipts);
}

/** The version on sale is that of then, for its buyers and for its seller. */
export async function expectOnSaleAsBefore(
  history: History,
  { productId, onSale }: KeptVersions,
): Promise<void> {
  const now = await readOnSale(history, productId);
  expect(now.links).toEqual(onSale.links);
  expectAllOf(now.pages, onSale.pages);
}

/** Pages may say more than those of an older version. */
function expectAllOf(now: Record<string, string[]>, then: Record<string, string[]>): void {
  for (const [name, lines] of Object.entries(then)) {
    const left = now[name]?.filter((line) => lines.includes(line));
    expect([name, left]).toEqual([name, lines]);
  }
}

async function readBought(history: History, productId: string): Promise<BoughtFacts> {
  const facts: BoughtFacts = { links: {}, receipts: {}, files: [] };
  for (const buyer of BUYERS) {
    const link = await linkFor(history, buyer, productId, BOUGHT);
    facts.links[buyer] = await follow(history, link);
    const { id } = history.order(buyer);
    for (const [reader, path] of [
      [buyer, `/purchases/${id}/receipt`],
      ["seller", `/dashboard/sales/${id}/receipt`],
    ] as const)
      facts.receipts[`${reader}: ${buyer}`] = rowsOf(await openPage(history, reader, path));
  }
  facts.files = await sql(
    history.shop,
    `SELECT key, storage_path, file_name, content_type, size_bytes, sha256, note, created_at,
      completed_at, replaced_at FROM files WHERE product_id = ? AND status = 'replaced'
      ORDER BY created_at`,
    productId,
  );
  return facts;
}

async function readOnSale(history: History, productId: string): Promise<OnSaleFacts> {
  const facts: OnSaleFacts = { links: {}, pages: {} };
  for (const name of [...BUYERS, "seller"]) {
    const link = await linkFor(history, name, productId);
    facts.links[name] = await follow(history, link);
    const pages = [
      `/acheter/${productId}`,
      name === "seller" ? `/edit/${productId}` : "/purchases",
    ];
    for (const path of pages)
      facts.pages[`${name}: ${path}`] = versionsIn(await openPage(history, name, path));
  }
  for (const name of BUYERS) {
    const path = `/api/purchases/${productId}/refresh`;
    const answer = await history.call(name, path, { method: "POST" });
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    facts.links[`${name} refreshed`] = await follow(history, new URL(downloadUrl).pathname);
  }
  return facts;
}

/** Asks for the version of the purchase. */
const BOUGHT = "?version=bought";

/** Path of a new link. */
async function linkFor(
  history: History,
  name: string,
  productId: string,
  query = "",
): Promise<string> {
  const answer = await history.call(name, `/purchases/${productId}/file${query}`);
  expect([name, answer.status]).toEqual([name, 302]);
  return new URL(answer.headers.get("Location") ?? "", history.shop.url).pathname;
}

/** What says how a file is stored and played, and not when it was asked for. */
const HEADERS = [
  "accept-ranges",
  "cache-control",
  "content-disposition",
  "content-length",
  "content-security-policy",
  "content-type",
  "etag",
  "last-modified",
];

/** As a download manager does: it has the first bytes and asks for the rest of the same file. */
async function follow(history: History, link: string): Promise<LinkAnswer> {
  const url = history.shop.url + link;
  const whole = await fetch(url);
  expect([link, whole.status]).toEqual([link, 200]);
  const headers = Object.fromEntries(HEADERS.map((name) => [name, whole.headers.get(name)]));
  const validator = headers.etag ?? "";
  const rest = await fetch(url, { headers: { Range: "bytes=4-", "If-Range": validator } });
  const range = rest.headers.get("content-range");
  const [text, restText] = [await whole.text(), await rest.text()];
  return { text, headers, rest: { status: rest.status, range, text: restText } };
}

async function openPage(history: History, name: string, path: string): Promise<string> {
  const page = await history.call(name, path);
  expect([path, page.status]).toEqual([path, 200]);
  return (await page.text()).replace(/<script.*?<\/script>/gs, "");
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, "").trim();

/** Terms of a receipt and what it says of them, without the state: a payment becomes final. */
function rowsOf(page: string): string[] {
  const rows = page.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs);
  return [...rows]
    .map(([, term = "", text = ""]) => `${textOf(term)}: ${textOf(text)}`)
    .filter((row) => !row.startsWith("State: "));
}

/** Hashes, times, names and notes, each in the order of the page. */
function versionsIn(page: string): string[] {
  const found = (pattern: RegExp) =>
    [...page.matchAll(pattern)].map(([, text = ""]) => text.trim());
  const texts = found(/>([^<>]+)</g);
  const notes = [SECOND.note, THIRD.note];
  return [
    ...found(/[">]([0-9a-f]{64})["<]/g),
    ...found(/ dateTime="([^"]+)"/g),
    ...texts.filter((text) => NAMES.includes(text)),
    ...texts.filter((text) => notes.includes(text)),
    ...texts.filter((text) => /^(Updated|Bought) on /.test(text)),
  ];
}

/** Replaces the file by the calls of the form. */
export async function replaceFile(
  history: History,
  productId: string,
  version: Version,
): Promise<void> {
  await finishVersion(history, await announce(history, productId, version), version.text);
}

async function beginVersion(history: History, title: string): Promise<UnfinishedVersion> {
  return announce(history, await history.publish("seller", { title }), NEXT);
}

async function announce(
  history: History,
  productId: string,
  { text, fileName, note }: Version,
): Promise<UnfinishedVersion> {
  const fileSize = String(Buffer.byteLength(text));
  const fields = { fileSize, fileName, fileType: "audio/wav", note };
  const answer = await postReplacement(sellerOf(history), productId, fields);
  expect(answer.status).toBe(201);
  return { productId, key: ((await answer.json()) as { key: string }).key };
}

async function sendBytes(
  history: History,
  { key }: UnfinishedVersion,
  text = NEXT.text,
): Promise<void> {
  expect((await putPart(sellerOf(history), key, 1, text)).status).toBe(204);
}

/** Sends what is missing of an upload and publishes it. */
export async function finishVersion(
  history: History,
  upload: UnfinishedVersion,
  missing = "",
): Promise<void> {
  if (missing) await sendBytes(history, upload, missing);
  expect((await complete(sellerOf(history), upload.key)).status).toBe(200);
  const link = await linkFor(history, "seller", upload.productId);
  expect((await follow(history, link)).text).toBe(missing || NEXT.text);
}

/** Gives an upload up: the file on sale stays. */
export async function cancelVersion(
  history: History,
  { productId, key }: UnfinishedVersion,
): Promise<void> {
  const path = `/api/uploads/${encodeURIComponent(key)}`;
  expect((await history.call("seller", path, { method: "DELETE" })).status).toBe(204);
  const { headers } = await follow(history, await linkFor(history, "seller", productId));
  expect(headers["content-disposition"]).toContain(`"${NAMES[0]}"`);
}

interface NamedFile {
  key: string;
  name: string;
}

/** The first file on sale, as a next release names it. */
export async function fileOnSale(history: History, productId: string): Promise<NamedFile> {
  const statement = "SELECT file_key AS key, product_file_name AS name FROM products WHERE id = ?";
  const [file] = await sql<NamedFile>(history.shop, statement, productId);
  return file ?? { key: "", name: "" };
}

/** Publishes a release of files that are on sale and of new ones; returns all of them. */
export async function publishRelease(
  history: History,
  productId: string,
  files: (NamedFile | Version)[],
): Promise<NamedFile[]> {
  const described = files.map((file) =>
    "key" in file ? file : { name: file.fileName, sizeBytes: Buffer.byteLength(file.text) },
  );
  const answer = await history.call("seller", `/api/products/${productId}/release`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ files: described }),
  });
  expect(answer.status).toBe(200);
  const { uploads } = (await answer.json()) as { uploads: NamedFile[] };
  for (const [at, { key }] of uploads.entries()) {
    const file = files[at];
    if (!file || "key" in file) continue;
    await sendBytes(history, { productId, key }, file.text);
    expect((await complete(sellerOf(history), key)).status).toBe(200);
  }
  return uploads.map(({ key, name }) => ({ key, name }));
}

/** The files of the zip that somebody has bought, by their names. */
export async function unzipBought(history: History, name: string, productId: string) {
  const link = await linkFor(history, name, productId, BOUGHT);
  const zip = new Uint8Array(await (await fetch(history.shop.url + link)).arrayBuffer());
  return Object.fromEntries(readZip(zip).map((file) => [file.name, textOfBytes(file.bytes)]));
}

const textOfBytes = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function sellerOf(history: History) {
  return { call: (path: string, init = {}) => history.call("seller", path, init) };
}
