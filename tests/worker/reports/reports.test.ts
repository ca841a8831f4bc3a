import { env, SELF } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import type { Locale } from "../../../app/lib/locale";
import type { ReportBounds } from "../../../app/reports/rules/report";
import { purgeReports, REPORT_RETENTION_MS } from "../../../app/reports/use-cases/reports";
import { openDb } from "../../../db/client";
import { reportsIn } from "../../../db/reports/reports";
import { insertPerson } from "../../support/factories/person";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { ORIGIN } from "../../support/seller";

/** 5, times the `RATE_SCALE` of the tests. */
const MAX_BY_ADDRESS = 5_000;
const DAY_MS = 86_400_000;
const TITLE = "Brushes <b>& more";
const WORDS = "Page 3 shows my photograph.";
const newProduct = async (traits: ProductTraits = {}) =>
  insertProduct(env.DB, (await insertPerson(env.DB)).uid, { title: TITLE, ...traits });
const reports = reportsIn(openDb(env.DB));

beforeEach(async () => {
  await env.DB.exec("DELETE FROM reports");
});

interface Sent {
  fields?: Record<string, string>;
  address?: string;
  locale?: Locale;
  origin?: string;
}

async function send(productId: string, { fields, address, locale = "en", origin }: Sent = {}) {
  const body = new URLSearchParams({ reason: "copyright", text: WORDS, email: "", ...fields });
  const answer = await SELF.fetch(`${ORIGIN}/report/${productId}`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Origin: origin ?? ORIGIN,
      Host: new URL(ORIGIN).host,
      Cookie: `locale=${locale}`,
      "CF-Connecting-IP": address ?? "192.0.2.1",
    },
    body,
  });
  const { status, headers } = answer;
  return { status, headers, to: headers.get("Location") ?? "", html: await answer.text() };
}

async function read(path: string, locale: Locale = "en") {
  const answer = await SELF.fetch(ORIGIN + path, {
    headers: { Cookie: `locale=${locale}` },
    redirect: "manual",
  });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

const storedOf = (productId: string) =>
  env.DB.prepare("SELECT * FROM reports WHERE product_id = ?").bind(productId).all();

// spec: law.report
test("anyone reports a product without an account, and follows it by a secret link", async () => {
  const id = await newProduct();
  const { status, to } = await send(id, { fields: { email: " me@example.com " }, locale: "fr" });
  expect(status).toBe(302);
  expect(to).toMatch(/^\/report\/status\/[\w-]{43}$/);
  const { results } = await storedOf(id);
  expect(results).toEqual([
    expect.objectContaining({ title: TITLE, text: WORDS, email: "me@example.com", locale: "fr" }),
  ]);
  const token = to.split("/").at(-1) ?? "";
  expect(JSON.stringify(results)).not.toContain(token);

  const waiting = await read(to);
  for (const words of ["Brushes &lt;b&gt;&amp; more", WORDS, "Copyright", "Under review"])
    expect(waiting.html).toContain(words);
  expect(waiting.html).toContain(ORIGIN + to);
  expect(waiting.html).not.toContain("<script");
  expect(waiting.headers.get("Cache-Control")).toBe("private, no-store");
  expect(waiting.headers.get("Referrer-Policy")).toBe("same-origin");
  expect(waiting.headers.get("X-Robots-Tag")).toBe("noindex");

  const answer = { decision: "kept", decision_reason: "You are credited <i>.", answered_at: 1 };
  await changeRow(env.DB, "reports", { product_id: id }, answer);
  const answered = await read(to, "fr");
  for (const words of ["Le produit reste en vente", "You are credited &lt;i&gt;.", "contester"])
    expect(answered.html).toContain(words);
});

// spec: law.report
test("product page, preview and robots.txt know the form; a disabled product can be reported", async () => {
  const id = await newProduct();
  for (const path of [`/acheter/${id}`, `/preview/${id}`]) {
    expect((await read(path)).html).toContain(`href="/report/${id}" rel="nofollow"`);
  }
  expect((await read("/robots.txt")).html).toContain("Disallow: /report/\n");
  const form = await read(`/report/${id}`);
  expect(form.headers.get("X-Robots-Tag")).toBe("noindex");
  expect((await send(await newProduct({ status: "disabled" }))).status).toBe(302);
});

// spec: law.report
test("an unknown product, a draft and one of a deleted account are 404, and nothing is stored", async () => {
  const { uid } = await insertPerson(env.DB);
  const ofDeleted = await insertProduct(env.DB, uid);
  await changeRow(env.DB, "users", { uid }, { deleted_at: 1 });
  for (const id of ["nothing", await newProduct({ status: "draft" }), ofDeleted]) {
    expect((await read(`/report/${id}`)).status).toBe(404);
    expect((await send(id)).status).toBe(404);
    expect((await storedOf(id)).results).toEqual([]);
  }
});

// spec: law.report
test.each([
  ["no reason", { reason: "" }, "Choose a reason"],
  ["an unknown reason", { reason: "toString" }, "Choose a reason"],
  ["no words", { text: " \u200b\u0000 " }, "Explain what is wrong"],
  ["too many words", { text: "x".repeat(3_001) }, "3,000 characters at most"],
  ["half an address", { email: "me@" }, "is not complete"],
])("a report with %s is refused and keeps what was typed", async (_name, wrong, words) => {
  const id = await newProduct();
  const fields = { email: "me@example.com", text: "Typed <words>", ...wrong };
  const { status, html } = await send(id, { fields });
  expect(status).toBe(422);
  expect(html).toContain(words);
  if (!("text" in wrong)) expect(html).toContain("Typed &lt;words&gt;");
  if (!("email" in wrong)) expect(html).toContain('value="me@example.com"');
  expect((await storedOf(id)).results).toEqual([]);
});

// spec: law.report
test("hostile words are stored as text without control characters", async () => {
  const id = await newProduct();
  const text = "<script>alert(1)</script>\u001b[2J\u202e'; DROP TABLE reports; --\r\nend";
  const { to } = await send(id, { fields: { text } });
  const { html } = await read(to);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;[2J");
  const { results } = await storedOf(id);
  const kept = "<script>alert(1)</script>[2J'; DROP TABLE reports; --\nend";
  expect(results).toEqual([expect.objectContaining({ text: kept })]);
});

// spec: law.report
test("a form of another site stores nothing", async () => {
  const id = await newProduct();
  expect((await send(id, { origin: "https://evil.example" })).status).toBe(403);
  expect((await storedOf(id)).results).toEqual([]);
});

// spec: law.report-bounds
test("a thousand addresses of one IPv6 network count as one, and the sixth report keeps its words", async () => {
  const id = await newProduct();
  await insertRow(env.DB, "rate_limits", {
    key: "report:2001:db8:7:7::/64",
    count: MAX_BY_ADDRESS - 1,
    reset_at: Date.now() + DAY_MS,
  });
  const fields = { text: "Words that I wrote" };
  expect((await send(id, { fields, address: "2001:db8:7:7::1" })).status).toBe(302);
  const refused = await send(id, { fields, address: "2001:db8:7:7:aaaa:bbbb:cccc:dddd" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(refused.html).toContain("Words that I wrote</textarea>");
  expect(refused.html).toContain('value="copyright" selected');
  expect(refused.html).toMatch(/Try again tomorrow, or send it to [^<\s]+@/);
  expect((await storedOf(id)).results).toHaveLength(1);
  expect((await send(id, { fields, address: "2001:db8:7:8::1" })).status).toBe(302);
});

// spec: law.report-bounds
test("the reports of a product in a day are bounded, whoever sends them; others stay open", async () => {
  const [id, other] = [await newProduct(), await newProduct()];
  for (let at = 0; at < 20; at += 1) {
    expect((await send(id, { address: `198.51.100.${at}` })).status).toBe(302);
  }
  const refused = await send(id, { address: "198.51.100.99" });
  expect([refused.status, refused.html.includes(WORDS)]).toEqual([429, true]);
  expect((await send(other)).status).toBe(302);
  await changeRow(env.DB, "reports", { product_id: id }, { created_at: Date.now() - DAY_MS - 1 });
  expect((await send(id, { address: "198.51.100.99" })).status).toBe(302);
});

// spec: law.report-bounds
test("the write itself bounds the reports of a day and those that are stored", async () => {
  const bounds = { ofProduct: 9, inAll: 3, since: 0, stored: 5 };
  const insert = (createdAt: number, changes: Partial<ReportBounds> = {}) => {
    const id = crypto.randomUUID();
    const words = { title: "", text: "", email: "", locale: "en", reason: "other" as const };
    const row = { ...words, id, tokenHash: id, productId: id, reviewId: null, createdAt };
    return reports.insert(row, { ...bounds, ...changes });
  };
  for (const at of [1, 2, 3]) expect(await insert(at)).toBe(true);
  expect(await insert(4)).toBe(false);
  // Of another day.
  for (const at of [11, 12]) expect(await insert(at, { since: 10 })).toBe(true);
  expect(await insert(13, { since: 10 })).toBe(false);
  await reports.removeBefore(2);
  expect(await insert(13, { since: 10 })).toBe(true);
});

// spec: law.report
test.each(["a".repeat(43), "short", "'; --", "%00", "../../contact"])(
  "a guessed link %j opens nothing",
  async (token) => {
    await send(await newProduct());
    const { status, html, headers } = await read(`/report/status/${encodeURIComponent(token)}`);
    expect(status).toBe(404);
    expect(html).not.toContain(WORDS);
    expect(headers.get("Cache-Control")).toContain("no-store");
  },
);

// spec: law.report
test("reports are kept for 12 months, also where their product is gone", async () => {
  const id = await newProduct();
  const { to } = await send(id);
  await env.DB.prepare("DELETE FROM products WHERE id = ?").bind(id).run();
  expect((await read(to)).html).toContain("Brushes &lt;b&gt;");
  const [{ created_at: at = 0 } = {}] = (await storedOf(id)).results as { created_at?: number }[];
  const purge = (now: number) => purgeReports({ reports, clock: { now: () => now } });
  await purge(at + REPORT_RETENTION_MS);
  expect((await read(to)).status).toBe(200);
  await purge(at + REPORT_RETENTION_MS + 1);
  expect((await read(to)).status).toBe(404);
});
