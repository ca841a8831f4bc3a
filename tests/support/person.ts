import { randomUUID } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";

export const PASSWORD = "a long enough password";

/** Opens an account through the sign-up form; the session's cookie value comes back. */
export async function signUp(url: string, email = `${randomUUID()}@example.com`): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ intent: "sign-up", email, password: PASSWORD }).toString(),
  });
  const token = /session=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1];
  if (!token) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
  return token;
}

/** A browser window of a new, signed-in person. */
export async function newPerson(
  browser: Browser,
  url: string,
  { locale = "en", ...options }: { locale?: "fr" | "en" } & BrowserContextOptions = {},
): Promise<BrowserContext> {
  const token = await signUp(url);
  const context = await browser.newContext({ ...options, locale });
  await context.addCookies([
    { name: "session", value: token, url },
    { name: "locale", value: locale, url },
  ]);
  return context;
}

/** An address that nobody has used, base58. */
export function newAddress(): string {
  return Keypair.generate().publicKey.toBase58();
}
