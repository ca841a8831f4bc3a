import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { sessionExpiry } from "../../../app/lib/session-lifetime";
import type { AppUnderTest } from "../app-under-test";
import { changeRow, insertion } from "../rows";
import { signUp } from "../sign-in";

export interface PersonTraits {
  uid?: string;
  name?: string;
  email?: string;
  /** Base58, linked to the account. */
  wallet?: string;
  plan?: string;
  /** How long ago they last showed who they are (ms). */
  reauthenticatedMsAgo?: number;
}

export interface Person {
  uid: string;
  /** Headers of a signed-in page of ours. */
  headers: Record<string, string>;
}

/** A person with a session, straight in the record. Runs in Node and inside workerd. */
export async function insertPerson(
  db: D1Database,
  {
    uid = crypto.randomUUID(),
    name = "Somebody",
    reauthenticatedMsAgo = 0,
    ...traits
  }: PersonTraits = {},
): Promise<{ uid: string; token: string }> {
  const token = randomText(32);
  const now = Date.now();
  const times = { createdAt: now, lastSeenAt: now };
  await db.batch([
    insertion(db, "users", { uid, display_name: name, ...traits, created_at: now }),
    insertion(db, "sessions", {
      token_hash: await hashToken(token),
      uid,
      created_at: now,
      last_seen_at: now,
      expires_at: sessionExpiry(times),
      proven_at: now - reauthenticatedMsAgo,
    }),
  ]);
  return { uid, token };
}

/** Somebody with an account and a session, in an app within the test's reach. */
export async function person(app: AppUnderTest, traits: PersonTraits = {}): Promise<Person> {
  const { uid, token } = await insertPerson(await app.worker.getD1Database("DB"), traits);
  return { uid, headers: { Cookie: `session=${token}; locale=en`, Origin: app.url } };
}

/** Makes a wallet the account's own, as if it had signed for that; null takes it away. */
export async function linkWallet(
  app: AppUnderTest,
  { uid }: Pick<Person, "uid">,
  wallet: string | null,
): Promise<void> {
  await changeRow(await app.worker.getD1Database("DB"), "users", { uid }, { wallet });
}

/** A browser window of a new person, who signed up by the form. */
export async function newPerson(
  browser: Pick<Browser, "newContext">,
  url: string,
  { locale = "en", ...options }: { locale?: "fr" | "en" } & BrowserContextOptions = {},
): Promise<BrowserContext> {
  const [name = "", value = ""] = (await signUp({ origin: url, fetch })).split("=");
  const context = await browser.newContext({ ...options, locale });
  await context.addCookies([
    { name, value, url },
    { name: "locale", value: locale, url },
  ]);
  return context;
}

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
}
