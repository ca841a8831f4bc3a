import { createSignInMessageText } from "@solana/wallet-standard-util";
import bs58 from "bs58";
import nacl from "tweetnacl";

/** Origin of the app and the fetch that reaches it (`SELF.fetch` inside workerd). */
export interface Site {
  origin: string;
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

export const PASSWORD = "a long enough password";

export type KeyPair = nacl.SignKeyPair;
export const newKeyPair = (): KeyPair => nacl.sign.keyPair();
export const addressOf = (keys: KeyPair): string => bs58.encode(keys.publicKey);

export type Challenge = Record<
  "domain" | "statement" | "uri" | "version" | "nonce" | "issuedAt" | "expirationTime",
  string
>;

let people = 0;
/** A new e-mail address. */
export const newEmail = (): string => `person-${++people}-${crypto.randomUUID()}@example.com`;

/** Posts the form of `/login`; redirects are not followed. */
export function postLogin(
  site: Site,
  fields: Record<string, string>,
  options: { cookie?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return postForm(site, `/login${options.query ?? ""}`, fields, options);
}

/** Posts a form as a page without JavaScript does; redirects are not followed. */
export function postForm(
  site: Site,
  path: string,
  fields: Record<string, string>,
  options: { cookie?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return site.fetch(site.origin + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      Origin: site.origin,
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: options.cookie ?? "locale=en",
      ...options.headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Reads a page with this session cookie, in English; redirects are not followed. */
export function readPage(site: Site, path: string, cookie = ""): Promise<Response> {
  const headers = { Cookie: `locale=en; ${cookie}` };
  return site.fetch(site.origin + path, { redirect: "manual", headers });
}

/** Signs up; returns the session cookie as `name=value`. */
export async function signUp(site: Site, email = newEmail()): Promise<string> {
  const fields = { intent: "sign-up", email, password: PASSWORD };
  return sessionOf(await postLogin(site, fields)) ?? "";
}

export function postJson(
  site: Site,
  path: string,
  body: unknown,
  cookie = "locale=en",
): Promise<Response> {
  return site.fetch(site.origin + path, {
    method: "POST",
    headers: { Origin: site.origin, "Content-Type": "application/json", Cookie: cookie },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export async function newChallenge(
  site: Site,
  purpose = "sign-in",
  cookie?: string,
): Promise<Challenge> {
  const response = await postJson(site, "/api/wallet/challenge", { purpose }, cookie);
  return (await response.json()) as Challenge;
}

/** The signed message of a wallet; `statedAddress` is the address in the text. */
export function signChallenge(
  keys: KeyPair,
  challenge: Partial<Challenge>,
  statedAddress = addressOf(keys),
) {
  const text = createSignInMessageText({ domain: "", ...challenge, address: statedAddress });
  const message = new TextEncoder().encode(text);
  return {
    address: addressOf(keys),
    message: base64(message),
    signature: base64(nacl.sign.detached(message, keys.secretKey)),
  };
}

/** Signs in with a wallet; returns the session cookie as `name=value`. */
export async function signInWithKeys(site: Site, keys = newKeyPair()): Promise<string> {
  const proof = signChallenge(keys, await newChallenge(site));
  return sessionOf(await postJson(site, "/api/wallet/sign-in", proof)) ?? "";
}

/** Signs up and reads the recovery codes that are shown. */
export async function signUpWithCodes(
  site: Site,
  email = newEmail(),
): Promise<{ email: string; cookie: string; shown: string; codes: string[] }> {
  const response = await postLogin(site, { intent: "sign-up", email, password: PASSWORD });
  const cookie = sessionOf(response) ?? "";
  const shown = codesCookieOf(response) ?? "";
  const codes = await readCodes(site, `${cookie}; ${shown}`);
  return { email, cookie, shown, codes };
}

/** The recovery codes that are shown to a browser with these cookies. */
export async function readCodes(site: Site, cookie: string): Promise<string[]> {
  const html = await (await readPage(site, "/profil/codes", cookie)).text();
  return [...html.matchAll(/<code[^>]*>((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})</g)].map(
    ([, code = ""]) => code,
  );
}

/** The cookie that carries recovery codes to the page that shows them, as `name=value`, or null. */
export function codesCookieOf(response: Response): string | null {
  const found = response.headers.getSetCookie().find((one) => /^shown-codes=[^;]/.test(one));
  return found?.split(";")[0] ?? null;
}

/** The session cookie of an answer as `name=value`, or null. */
export function sessionOf(response: Response): string | null {
  const found = response.headers.getSetCookie().find((cookie) => /session=[^;]/.test(cookie));
  return found?.split(";")[0] ?? null;
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** A site inside workerd. Sets the `Host` header, which SELF.fetch leaves out. */
export function siteOf(target: {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}): Site {
  const origin = "http://localhost";
  return {
    origin,
    fetch: (url, init = {}) =>
      target.fetch(url, { ...init, headers: { Host: new URL(origin).host, ...init.headers } }),
  };
}
