import { createExecutionContext, env, SELF, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
// The built Worker has no types.
// @ts-expect-error
import built from "../../../dist-worker/index.js";
import { ORIGIN } from "../../support/seller";

const worker = built as ExportedHandler<Cloudflare.Env>;

async function contentOf(path: string, locale: "fr" | "en" = "en"): Promise<string> {
  const answer = await SELF.fetch(ORIGIN + path, { headers: { Cookie: `locale=${locale}` } });
  return /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? "";
}

/** The page of a Worker with other settings. */
async function pageWith(settings: Partial<Cloudflare.Env>, path: string): Promise<string> {
  const context = createExecutionContext();
  const request = new Request(ORIGIN + path, { headers: { Cookie: "locale=en" } });
  const answer = await worker.fetch?.(request as never, { ...env, ...settings }, context);
  const page = (await answer?.text()) ?? "";
  await waitOnExecutionContext(context);
  return page;
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const headings = (html: string, level: number) =>
  [...html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, "g"))].map(([, text = ""]) =>
    textOf(text).trim(),
  );
const section = (html: string, id: string) =>
  new RegExp(`<section aria-labelledby="${id}".*?</section>`, "s").exec(html)?.[0] ?? "";

// spec: screen.home-hero, screen.home-reasons
test("the home page begins with the hero and five reasons", async () => {
  const home = await contentOf("/");
  expect(headings(home, 1)[0]).toMatch(/^Sell your digital files in one link/);
  const reasons = headings(section(home, "reasons"), 3);
  expect(reasons).toHaveLength(5);
  for (const [at, words] of [
    /instant payments/i,
    /blockchain security/i,
    /low fees/i,
    /simple link/i,
    /automatic delivery/i,
  ].entries())
    expect(reasons[at]).toMatch(words);
});

// spec: screen.home-makers
test("the home page names the creators it is for", async () => {
  const [, run = ""] = /<ul class="marquee-run">(.*?)<\/ul>/.exec(await contentOf("/")) ?? [];
  expect([...run.matchAll(/<li>(.*?)<\/li>/g)].map(([, name]) => name)).toEqual([
    "Authors",
    "Artists",
    "Developers",
    "Photographers",
    "Musicians",
    "Educators",
  ]);
});

// spec: screen.home-compare
test("the home page compares commissions, 0-15 % with 5-10 %", async () => {
  const text = textOf(await contentOf("/"));
  expect(text).toMatch(/0–15%.*5–10%/);
});

// spec: screen.home-faq-wallet, screen.home-faq-fees, screen.home-faq-delivery
// spec: screen.home-faq-taxes
test("five questions cover wallet, fees, delivery and taxes", async () => {
  const home = await contentOf("/");
  const answers = [...home.matchAll(/<details.*?<\/details>/gs)].map(([html]) => html);
  expect(answers).toHaveLength(5);
  const [wallet = "", fees = "", delivery = ""] = answers;
  expect(wallet).toMatch(/Phantom or Solflare/);
  expect(wallet).toContain('href="/guide-wallet"');
  expect(fees).toMatch(/commission from 1%/);
  expect(fees).toMatch(/under 0\.001 USD/);
  expect(delivery).toMatch(/secure link/);
  expect(answers.filter((one) => /declar/.test(one))).not.toEqual([]);
});

// spec: screen.home-closing
test("the home page ends with a call to sign in, and links to the plans", async () => {
  const closing = section(await contentOf("/"), "closing");
  expect(headings(closing, 2)).toEqual(["Ready to try?"]);
  expect(closing).toContain('href="/login"');
  expect(closing).toContain('href="/createur"');
});

// spec: screen.home-switzerland
// spec: word.switzerland, setting.location
test("the home page states Switzerland only where the operator's setting does", async () => {
  expect(await pageWith({ DATA_LOCATION: "CH" }, "/")).toContain("hosted in Switzerland");
  expect(await contentOf("/")).not.toContain("Switzerland");
});

// spec: screen.terms
test.each(["fr", "en"] as const)("the terms have the seven sections (%s)", async (locale) => {
  const titles = headings(await contentOf("/cgu", locale), 2);
  const subjects = {
    fr: [/objet/i, /compte|inscription/i, /SOL/, /produits|contenus/i, /données/i, /responsab/i],
    en: [/purpose/i, /account|registration/i, /SOL/, /products|content/i, /data/i, /liab/i],
  };
  const found = subjects[locale].map((subject) => titles.findIndex((title) => subject.test(title)));
  found.push(titles.findIndex((title) => /^[^a-z]*(chang|modif|évol)/i.test(title)));
  expect(found.filter((at) => at < 0)).toEqual([]);
  expect(new Set(found).size).toBe(7);
});

// spec: screen.guide-wallet
test("the wallet guide explains what a wallet is, and how to install, create, fund and use it", async () => {
  const guide = await contentOf("/guide-wallet");
  const titles = headings(guide, 2).join(", ");
  for (const subject of [
    /what is a wallet/i,
    /install/i,
    /create/i,
    /receive/i,
    /connect/i,
    /security/i,
  ])
    expect(titles).toMatch(subject);
  expect(textOf(guide)).toMatch(/recovery phrase of 12 or 24 words/);
  expect(textOf(guide)).toMatch(/[Nn]ever (give|share)/);
});

// spec: screen.contact, rule.contact.required
// spec: setting.support
test("the contact form requires e-mail and message, and the mailbox stands beside it", async () => {
  const page = await pageWith({ SUPPORT_EMAIL: "help@shop.example" }, "/contact");
  const email = /<input[^>]*name="email"[^>]*>/.exec(page)?.[0] ?? "";
  expect([email.includes('type="email"'), email.includes('required=""')]).toEqual([true, true]);
  expect(page).toMatch(/<textarea[^>]*name="message"[^>]*required=""/);
  expect(page).toContain('href="mailto:help@shop.example"');
  const sent = await SELF.fetch(`${ORIGIN}/contact`, {
    headers: { Cookie: "locale=en; flash=messageSent" },
  });
  expect(await sent.text()).toMatch(
    /class="flash-long"><[^>]*role="status"[^>]*>.*Message sent! We(&#x27;|')ll get back to you soon\./,
  );
});

// spec: screen.no-cash-out, screen.tutorial
test("the on-ramp tutorial explains buying SOL with a card, and the way back", async () => {
  const tutorial = textOf(await contentOf("/tutoriel-moonpay"));
  expect(tutorial).toMatch(/Buy SOL with a card/);
  expect(tutorial).toMatch(/MoonPay/);
  expect(tutorial).toMatch(/Exchanging SOL back/);
});

// spec: permission.plan-card, constant.plan-files
test("the plans say that cards come later, and show no commission where there is none", async () => {
  const plans = textOf(await contentOf("/createur"));
  expect(plans).toMatch(/Soon: .*subscriptions by card/);
  expect(plans).toMatch(/Number of files unlimited unlimited unlimited/);
  expect(plans).toMatch(/Free keeps Pro rates/);
});

// spec: screen.footer-brand
test("the footer has the brand with a cart icon, which leads home", async () => {
  const page = await (await SELF.fetch(`${ORIGIN}/`)).text();
  const footer = /<footer[\s\S]*<\/footer>/.exec(page)?.[0] ?? "";
  const brand = /<a href="\/"[^>]*>(.*?)<\/a>/.exec(footer)?.[1] ?? "";
  expect(brand).toMatch(/^<svg/);
  expect(textOf(brand)).toContain("Comptoir");
});
