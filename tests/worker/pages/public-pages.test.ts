import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  CONTACT_RETENTION_MS,
  purgeContactMessages,
} from "../../../app/pages/use-cases/purge-contact-messages";
import { openDb } from "../../../db/client";
import { contactMessagesIn } from "../../../db/pages/contact-messages";
import { insertRow } from "../../support/rows";
import { ORIGIN } from "../../support/seller";

async function read(path: string, locale: "fr" | "en" = "fr") {
  const headers = { Cookie: `locale=${locale}` };
  const response = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

// spec: screen.createur, constant.plan-statistics, constant.plan-page
test.each([
  {
    locale: "en",
    named: /Advanced statistics|Sales page in your/,
    cells: ["yes, for now", "yes", "yes"],
    premium: "soon",
  },
  {
    locale: "fr",
    named: /Statistiques avancées|Page de vente à vos/,
    cells: ["oui, pour l’instant", "oui", "oui"],
    premium: "bientôt",
  },
] as const)("plans say what there is today and what comes ($locale)", async (expected) => {
  const { html } = await read("/createur", expected.locale);
  const [head = ""] = html.match(/<thead.*?<\/thead>/s) ?? [];
  expect(head).toMatch(new RegExp(`${expected.premium}</span><span[^>]*>Premium<`));
  const rows = [...html.matchAll(/<tr.*?<\/tr>/g)].filter(([row]) => expected.named.test(row));
  const cells = rows.map(([row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text = ""]) =>
      text.replace(/<span[^>]*>(.*?)<\/span>/, ", $1"),
    ),
  );
  expect(cells).toEqual([expected.cells, expected.cells]);
});

const TEXT_PAGES = [
  "/about",
  "/cgu",
  "/contact",
  "/guide-wallet",
  "/createur",
  "/businessPlan",
  "/accessibilite",
  "/classement",
  "/tutoriel-moonpay",
  "/mentions-legales",
  "/confidentialite",
];

// spec: route.on-demand, screen.about
// spec: page.legal
test.each(TEXT_PAGES)("%s exists in both languages without script", async (path) => {
  const [fr, en] = [await read(path, "fr"), await read(path, "en")];
  for (const { status, html } of [fr, en]) {
    expect(status).toBe(200);
    expect(html).not.toContain("<script");
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  }
  expect(fr.html).toContain('<html lang="fr"');
  expect(en.html).toContain('<html lang="en"');
  const h1 = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0];
  expect(h1(fr.html)).not.toBe(h1(en.html));
});

async function write(fields: Record<string, string>, locale = "en") {
  const response = await SELF.fetch(`${ORIGIN}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: `locale=${locale}` },
    body: new URLSearchParams(fields),
  });
  return {
    status: response.status,
    to: response.headers.get("Location"),
    flash: response.headers.get("Set-Cookie"),
    html: await response.text(),
  };
}

// spec: control.contact.send, call.contact, message.contact-sent
// spec: contact.operator-mail
test("a contact message is stored with its language", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const answer = await write({ email, message: " Where is my file? " });
  expect([answer.status, answer.to]).toEqual([302, "/contact"]);
  const kept = await env.DB.prepare("SELECT * FROM contact_messages WHERE email = ?").bind(email);
  expect(await kept.first()).toMatchObject({ message: "Where is my file?", locale: "en" });
  const [flash = ""] = answer.flash?.split(";") ?? [];
  const next = await SELF.fetch(`${ORIGIN}/contact`, {
    headers: { Cookie: `locale=en; ${flash}` },
  });
  expect(await next.text()).toContain("Message sent!");
  expect(next.headers.get("Set-Cookie")).toMatch(/^flash=;/);
  expect((await read("/contact?sent=1", "en")).html).not.toContain("Message sent!");
});

// spec: rule.contact.required
test.each([
  ["no e-mail", { email: "", message: "hello" }, "E-mail and message are required."],
  ["no message", { email: "a@example.com", message: " " }, "E-mail and message are required."],
  ["an incomplete e-mail", { email: "a@", message: "kept text" }, "not complete"],
  ["a message over the limit", { email: "a@example.com", message: "x".repeat(5_001) }, "too long"],
])(
  "a contact message with %s is refused with an error, and keeps the input",
  async (_name, fields, words) => {
    const { status, html } = await write(fields);
    expect(status).toBe(422);
    expect(html).toContain('role="alert"');
    expect(html).toContain(words);
    if (fields.message.trim()) expect(html).toContain(fields.message);
  },
);

// spec: screen.business-plan
test("earnings follow the form in the address, and errors stand at their fields", async () => {
  const { html } = await read("/businessPlan?price=0,05&sales=20&rate=150.5");
  expect(html).toMatch(/0,99<span[^>]*>SOL/);
  expect(html).toContain(">149,00<");
  const refused = await read("/businessPlan?price=x&sales=1.5&rate=%00", "en");
  expect(refused.status).toBe(200);
  const fields = [...refused.html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)];
  expect(fields.map(([field]) => /name="(\w+)"/.exec(field)?.[1])).toEqual([
    "price",
    "sales",
    "rate",
  ]);
  for (const [field] of fields) {
    const id = /aria-describedby="(\S+-error)[ "]/.exec(field)?.[1];
    expect(refused.html).toContain(`<p id="${id}"`);
  }
  expect(refused.html).not.toContain("For example 5%</th>");
});

// spec: contact.operator-mail
test("contact messages are kept for 12 months", async () => {
  const now = 1_800_000_000_000;
  const ids = ["old", "kept"];
  for (const [at, id] of ids.entries()) {
    const createdAt = now - CONTACT_RETENTION_MS - 1 + at;
    const row = { id, email: "a@example.com", message: "Hi", locale: "en", created_at: createdAt };
    await insertRow(env.DB, "contact_messages", row);
  }
  const contactMessages = contactMessagesIn(openDb(env.DB));
  await purgeContactMessages({ contactMessages, clock: { now: () => now } });
  const left = await env.DB.prepare(
    "SELECT id FROM contact_messages WHERE id IN ('old', 'kept')",
  ).all();
  expect(left.results).toEqual([{ id: "kept" }]);
});

// spec: law.contact-point
test("the legal notice names a contact point for authorities and users, with its languages", async () => {
  const { html } = await read("/mentions-legales", "en");
  expect(html).toMatch(
    /For authorities and for users [^<]*: [^<\s]+@[^<\s]+\. Languages: French, English\./,
  );
});
