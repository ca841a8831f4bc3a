import { expect, test } from "vitest";
import type { Locale } from "../../../app/lib/locale";
import { textsByKey } from "../../support/locale-texts";

/** Texts that the specification quotes, or whose format allows no other characters. */
const EXEMPT = new Set([
  "fr account:toSignIn",
  "fr account:toSignUp",
  "fr refusals:file_missing",
  "fr refusals:file_required",
  "fr errors:other_wallet",
  "fr buy:order.other",
  "fr buy:pay.qr",
  "fr buy:paid.refreshed",
  "fr buy:paid.refreshFailed",
  "fr toasts:refreshRequested",
  "en page-contact:sent",
  "en shop:favourites.added",
  "en shop:favourites.removed",
  // A statement of Sign-In With Solana is ASCII.
  "en wallet:statement.merge",
]);

/** Words that are the same in both languages, and names. */
const SAME_IN_BOTH = new Set([
  ...["E-mail", "UID", "uid", "Google", "Wallet", "Sessions", "Free", "Pro", "Premium", "Unique"],
  ...["Conversion", "Actions", "Net (SOL)", "SHA-256", "Commission", "Total", "tx", "slot"],
  ...["Questions", "Contact", "Message", "Description", "Applications", "Textures", "Photo"],
  ...["Illustrations", "Logos", "Mockups", "Mods", "Archives", "E-mails", "Sport", "Transaction"],
  ...["Type", "Ebook", "Page", "page", "Twitter", "Instagram", "Logo", "Menu", "Crypto → Cash"],
  ...["lamports", "Signature", "Slot", "Solana devnet", "Solana mainnet-beta", "Messages"],
  ...["Français", "English", "Code", "Read this page in English", "Close", "Auto", "s"],
]);

/** The name of a link's page in `TextPage`, which is no text. */
const LINK_NAME = /\.links\.\d+\.to$/;

/** Nouns and prepositions that look like the singular of an imperative. */
const HOMONYMS = new Set(["Compte", "Demande"]);

/** What is wrong in a text, by rule. */
const RULES: Record<string, Record<Locale | "both", RegExp[]>> = {
  "a straight apostrophe or quotation mark": {
    both: [/[\p{L}\d}]'|'\p{L}/u, /"/],
    fr: [],
    en: [],
  },
  "a space of another width than U+00A0": { both: [/[\u202f\u2009]/], fr: [], en: [] },
  "no no-break space at a sign": {
    both: [],
    fr: [
      / [;:!?%»]/,
      /\d \d{3}(?!\d)/,
      /« /,
      /[\p{L}\d})’][;!?»%]/u,
      /[\p{L})}]:(\s|$)/u,
      /«[^\u00a0]/,
    ],
    en: [/ [;:!?%]/],
  },
};

const texts = { fr: textsByKey("fr"), en: textsByKey("en") };

// spec: word.typography
test.each(["fr", "en"] as const)("the texts in %s follow the rules of typography", (locale) => {
  const wrong = [...texts[locale]].flatMap(([key, text]) =>
    EXEMPT.has(`${locale} ${key}`) ? [] : faultsOf(text, locale).map((fault) => `${key}: ${fault}`),
  );
  expect(wrong).toEqual([]);
});

test("each fault is found", () => {
  const straight = "a straight apostrophe or quotation mark";
  const sign = "no no-break space at a sign";
  expect(faultsOf("It's “fine”: 5,000 things!", "en")).toEqual([straight]);
  expect(faultsOf("C’est « cela » ?", "fr")).toEqual([sign]);
  expect(faultsOf("Vraiment ?", "fr")).toEqual([sign]);
  expect(
    faultsOf("Voici : 2,5\u00a0%, 5 000, {{a, number(maximumFractionDigits: 9)}}\u00a0SOL.", "fr"),
  ).toEqual([sign]);
  expect(faultsOf("Voici\u00a0: https://example.org, de 9:00 à 10:00.", "fr")).toEqual([]);
});

test("no text is the same in both languages, except names and words that both have", () => {
  const same = [...texts.en].filter(
    ([key, text]) =>
      texts.fr.get(key) === text && !SAME_IN_BOTH.has(wordsOf(text)) && !LINK_NAME.test(key),
  );
  expect(same.filter(([, text]) => /\p{L}/u.test(wordsOf(text)))).toEqual([]);
});

test("French has one word for a wallet", () => {
  const others = [...texts.fr].filter(([, text]) => /portefeuille/i.test(text));
  expect(others.map(([key]) => key)).toEqual([]);
});

// spec: word.vous
test("French says vous, except where the specification quotes another form", () => {
  const all = [...texts.fr];
  // The singular of each imperative that some text has: "Choisissez" gives "choisis".
  const singular = all.flatMap(([, text]) =>
    [...text.matchAll(/(?:^|[.!?:] )(\p{Lu}\p{Ll}+)ez(?!\p{L})/gu)].map(([, stem = ""]) =>
      stem.endsWith("iss") ? stem.slice(0, -1) : `${stem}e`,
    ),
  );
  const verbs = [...new Set([...singular, "Complète", "Scanne"])].filter((v) => !HOMONYMS.has(v));
  const pronoun =
    /(?<!\p{L})(tu|te|toi|ton|ta|tes|tiens?|tiennes?)(?!\p{L})|(?<!\p{L})t[’'](?=\p{L})/iu;
  const imperative = new RegExp(`(?:^|[.!?] |Ou )(${verbs.join("|")})(?!\\p{L})`, "iu");
  const found = all.filter(([, text]) => pronoun.test(text) || imperative.test(text));
  expect(verbs).toContain("Choisis");
  expect(found.map(([key]) => key).sort()).toEqual([
    "buy:pay.qr",
    "refusals:form_incomplete",
    "refusals:sale_limit_invalid",
  ]);
});

function faultsOf(text: string, locale: Locale): string[] {
  const plain = text.replace(/\{\{.*?\}\}/g, "{}").replace(/https?:\/\/\S*/g, "");
  return Object.entries(RULES)
    .filter(([, rule]) => [...rule.both, ...rule[locale]].some((fault) => fault.test(plain)))
    .map(([name]) => name);
}

/** A text without its placeholders and the signs around them. */
function wordsOf(text: string): string {
  return text.replace(/\{\{.*?\}\}/g, "").replace(/^[\s,/]+|[\s,]+$/g, "");
}
