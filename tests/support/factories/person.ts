import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { REAUTH_WINDOW_MS, sessionExpiry } from "../../../app/lib/session-lifetime";
import { localDatabase } from "../../../dev/run/local-database";
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
  /** Age of the last re-authentication (ms). */
  reauthenticatedMsAgo?: number;
}

export interface Person {
  uid: string;
  /** Headers of a request by a signed-in page of the app. */
  headers: Record<string, string>;
}

/** Inserts an account with a session into D1. Runs in Node and inside workerd. */
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

/** An account with a session in a running app. */
export async function person(app: AppUnderTest, traits: PersonTraits = {}): Promise<Person> {
  const { uid, token } = await insertPerson(localDatabase(app.worker), traits);
  return { uid, headers: { Cookie: `session=${token}; locale=en`, Origin: app.url } };
}

/** Links a wallet to the account without a signature; null unlinks it. */
export async function linkWallet(
  app: AppUnderTest,
  { uid }: Pick<Person, "uid">,
  wallet: string | null,
): Promise<void> {
  await changeRow(localDatabase(app.worker), "users", { uid }, { wallet });
}

/** A browser context of a new account, signed up by the form. */
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

/** The account that a context is signed in to has authenticated too long ago; returns its uid. */
export async function ageReauthentication(
  app: AppUnderTest,
  context: Pick<BrowserContext, "cookies">,
): Promise<string> {
  const cookies = await context.cookies(app.url);
  const token = cookies.find(({ name }) => name === "session")?.value ?? "";
  const session = await localDatabase(app.worker)
    .prepare("UPDATE sessions SET proven_at = proven_at - ? WHERE token_hash = ? RETURNING uid")
    .bind(REAUTH_WINDOW_MS, await hashToken(token))
    .first<{ uid: string }>();
  if (!session) throw new Error("The context is not signed in.");
  return session.uid;
}

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
}
