import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { CODE_REFUSALS, type CodeRefusal } from "../../../app/codes/rules/code";
import { newCachedSite } from "../../support/cached-site";
import { type CodeTraits, insertCode } from "../../support/factories/code";
import { newAddress } from "../../support/random-keys";
import { insertRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { publish } from "../../support/upload";

const HOUR_MS = 3_600_000;
const LOCALES = ["en", "fr"] as const;
type Locale = (typeof LOCALES)[number];

let seller: Seller;
let buyer: Seller;
/** For 0.25 SOL. */
let productId: string;
beforeAll(async () => {
  [seller, buyer] = [await newSeller(), await newSeller()];
  productId = await publish(seller);
  await insertCode(env.DB, seller.uid, { name: "HALF", value: 50 });
});

interface Answer {
  error?: { code: string; reason?: string; message: string };
  amount?: string;
}

const post = (path: string, body: unknown, locale: Locale = "en", who: Seller = buyer) =>
  who.call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: `${who.cookie}; locale=${locale}` },
    body: JSON.stringify(body),
  });

/** Opens an order as a new account. */
async function order(asked: Record<string, unknown>): Promise<[number, Answer]> {
  const answer = await post("/api/transactions", asked, "en", await newSeller());
  return [answer.status, await answer.json<Answer>()];
}

const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>|<[^>]*>/gs, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

/** The text of the purchase page by a link with this query. */
async function page(query: Record<string, string>, locale: Locale = "en", id = productId) {
  const headers = { Cookie: `${buyer.cookie}; locale=${locale}` };
  const answer = await buyer.call(`/acheter/${id}?${new URLSearchParams(query)}`, { headers });
  expect(answer.status).toBe(200);
  return textOf(await answer.text());
}

describe("a code that takes nothing off", () => {
  const now = Date.now();
  const TRAITS: Record<Exclude<CodeRefusal, "unknown">, () => CodeTraits> = {
    not_started: () => ({ startsAt: now + HOUR_MS }),
    ended: () => ({ endsAt: now - 1 }),
    disabled: () => ({ disabledAt: now }),
    used_up: () => ({ capacity: 1, sold: 1 }),
    used_by_you: () => ({ perPerson: 1 }),
    other_product: () => ({ products: [crypto.randomUUID()] }),
    below_minimum: () => ({ minLamports: 250_000_001 }),
  };
  const said: Record<Locale, Set<string>> = { en: new Set(), fr: new Set() };

  /** The name of a code that is refused for this reason. */
  async function refusedCode(reason: CodeRefusal): Promise<string> {
    const name = `NO_${reason}`;
    if (reason === "unknown") return name;
    const id = await insertCode(env.DB, seller.uid, { name, ...TRAITS[reason]() });
    const used = { id: crypto.randomUUID(), product_id: id, uid: buyer.uid, code_id: id };
    if (reason === "used_by_you") {
      await insertRow(env.DB, "grants", { ...used, reason: "free", created_at: now });
    }
    return name;
  }

  // spec: code.refused
  test.each(CODE_REFUSALS)("is refused as %s, in words of its own", async (reason) => {
    const code = await refusedCode(reason);
    for (const locale of LOCALES) {
      const answer = await post("/api/transactions", { productId, code }, locale);
      const { error } = await answer.json<Answer>();
      const refusal = { code: "code_refused", reason };
      expect([answer.status, error]).toMatchObject([422, refusal]);
      const message = error?.message ?? "";
      expect(said[locale]).not.toContain(message);
      said[locale].add(message);
      const shown = await page({ code: code.toLowerCase() }, locale);
      expect(shown).toContain(message.replace(/\s+/g, " "));
      // Nobody knows what a guest has used.
      if (reason === "used_by_you") continue;
      const guests = await post("/api/checkout", { productId, wallet: newAddress(), code }, locale);
      expect([guests.status, (await guests.json<Answer>()).error]).toMatchObject([
        422,
        { ...refusal, message },
      ]);
    }
  });
});

// spec: code.tries
test("twenty wrong codes a minute are told from the right one, by network address", async () => {
  const site = newCachedSite({ pageCache: "off", more: { RATE_SCALE: "1" } });
  const isInForce = async (code: string, address: string) => {
    const headers = { "CF-Connecting-IP": address, Cookie: "locale=en" };
    const { status, html } = await site.ask(`/acheter/${productId}?code=${code}`, { headers });
    expect(status).toBe(200);
    const isUnknown = textOf(html).includes("There is no such code");
    expect(textOf(html).includes("Code HALF: 50% off")).toBe(!isUnknown);
    return !isUnknown;
  };
  for (let tried = 0; tried < 25; tried++) expect(await isInForce("half", "192.0.2.1")).toBe(true);
  for (let tried = 0; tried < 20; tried++) {
    expect(await isInForce(`WRONG${tried}`, "192.0.2.1")).toBe(false);
  }
  expect(await isInForce("HALF", "192.0.2.1")).toBe(false);
  expect(await isInForce("HALF", "192.0.2.2")).toBe(true);
});

describe("what a client can send", () => {
  const NAMES = [
    "x".repeat(200),
    "🎟️",
    "' OR 1=1 --",
    "A\u0000B",
    "%",
    "<b>x</b>",
    "\ud800",
    "HA LF",
  ];
  const VALUES = [["HALF"], { name: "HALF" }, 7, true, "x".repeat(201)];

  // spec: code.hostile
  test.each(NAMES)("%j is no code", async (code) => {
    const [status, { error }] = await order({ productId, code });
    expect([status, error]).toMatchObject([422, { code: "code_refused", reason: "unknown" }]);
    expect(await page({ code })).toContain("There is no such code");
  });

  // spec: code.hostile
  test.each(VALUES)("%j is malformed, as code and as amount", async (value) => {
    for (const asked of [{ code: value }, { amount: value }, { fullPrice: value }]) {
      const [status, { error }] = await order({ productId, ...asked });
      expect([status, error]).toMatchObject([422, { code: "invalid_input" }]);
    }
    await page({ code: String(value), amount: String(value), fullPrice: String(value) });
    for (const name of ["code", "amount"]) {
      const query = new URLSearchParams({ [name]: String(value) });
      const action = await SELF.fetch(`${ORIGIN}/api/actions/buy/${productId}?${query}`);
      expect(action.status).toBe(200);
    }
  });
});

describe("an amount that the buyer chooses", () => {
  let chosen: string;
  beforeAll(async () => {
    chosen = await publish(seller, { price: "0.25", isPriceChosen: "on", suggested: "0.5" });
  });

  // spec: code.amount
  test.each([
    ["0.249999999", "Pay at least 0.25 SOL."],
    ["0", "Pay at least 0.25 SOL."],
    ["1,000", "comma"],
    ["lots", "digits"],
    ["-1", "digits"],
    ["1e3", "digits"],
    ["0.1234567891", "decimals"],
    ["99999999999", "too high"],
  ])("is refused as %s, with words at its field", async (amount, words) => {
    const [status, { error }] = await order({ productId: chosen, amount });
    expect([status, error]).toMatchObject([422, { code: "invalid_input" }]);
    expect(error?.message).toContain(words);
    expect(await page({ amount }, "en", chosen)).toContain(error?.message);
  });

  // spec: code.amount
  test.each([
    [{ amount: "0,5" }, "0.5"],
    [{ amount: " " }, "0.25"],
    [{ amount: "1", code: "HALF" }, "0.5"],
    // Half of it is below what the seller asks for.
    [{ amount: "0.3", code: "HALF" }, "0.25"],
    [{ amount: "1", code: "HALF", fullPrice: "1" }, "1"],
  ])("%j costs %s SOL", async (asked, amount) => {
    expect(await order({ productId: chosen, ...asked })).toMatchObject([201, { amount }]);
  });

  test("is the price where the code would go below it, and is not asked of other products", async () => {
    const [status, { error }] = await order({ productId: chosen, code: "HALF" });
    expect([status, error?.reason]).toEqual([422, "below_minimum"]);
    for (const amount of ["5", "0.1", "lots"]) {
      expect(await order({ productId, amount })).toMatchObject([201, { amount: "0.25" }]);
    }
  });

  // spec: code.lines
  test("has a line in the ticket, and so has the code, in both languages", async () => {
    const asked = { amount: "1", code: "half" };
    const lines = async (locale: Locale) =>
      /Pri(ce|x) 0[.,].*Total/.exec(await page(asked, locale, chosen))?.[0];
    expect(await lines("en")).toMatch(
      /Price 0\.25 SOL What you add \+0\.75 SOL Code HALF [−-]0\.5 SOL/,
    );
    expect(await lines("fr")).toMatch(
      /Prix 0,25 SOL Ce que vous ajoutez \+0,75 SOL Code HALF [−-]0,5 SOL/,
    );
  });

  // spec: code.lines
  test.each([
    [
      "en",
      /^Price 0\.25 SOL\. Added by you: 0\.75 SOL\. Code HALF: -0\.5 SOL\. Total 0\.5 SOL\.\n/,
    ],
    [
      "fr",
      /^Prix 0,25 SOL\. Ajouté par vous : 0,75 SOL\. Code HALF : -0,5 SOL\. Total : 0,5 SOL\.\n/,
    ],
  ])("is told by an Action before anybody signs (%s)", async (lang, lines) => {
    const query = new URLSearchParams({ amount: "1", code: "half", lang });
    const answer = await SELF.fetch(`${ORIGIN}/api/actions/buy/${chosen}?${query}`);
    const { description, label, links } = await answer.json<{
      description: string;
      label: string;
      links: { actions: { href: string }[] };
    }>();
    expect(description.replace(/\u00a0/g, " ")).toMatch(lines);
    expect(label).toContain(lang === "en" ? "0.5" : "0,5");
    // The button asks for the same.
    expect(links.actions[0]?.href).toContain(String(query));
  });
});
