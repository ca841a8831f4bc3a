import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { COOKIES, clearCookie, readCookie, setCookie } from "../../http/cookies";
import { renewRecoveryCodes } from "../use-cases/recovery-codes";

/**
 * New recovery codes until the user has saved them. Only hashes are stored, so the page that shows
 * the codes and the text file get them from an encrypted cookie. The root loader reads it too, for
 * the banner on every page.
 */
const COOKIE = "shown-codes";
const SHOWN_MS = COOKIES[COOKIE].maxAgeSeconds * 1000;

const content = z.object({ codes: z.array(z.string()), until: z.number() });

/** Renews the codes and returns the `Set-Cookie` value that holds them. Throws what `renewRecoveryCodes` throws. */
export async function issueRecoveryCodes(uid: string, { ports }: AppLoadContext): Promise<string> {
  const codes = await renewRecoveryCodes({ uid }, ports);
  const text = JSON.stringify({ codes, until: ports.clock.now() + SHOWN_MS });
  const encrypted = await ports.encryption.encrypt(text, purposeFor(uid));
  return setCookie(COOKIE, encrypted, ports.settings.appOrigin);
}

/** New codes that this user has not confirmed as saved yet, or null. */
export async function readNewRecoveryCodes(
  uid: string,
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<string[] | null> {
  const { ports } = context;
  const found = readCookie(request, COOKIE);
  if (!found) return null;
  const text = await ports.encryption.decrypt(found, purposeFor(uid));
  if (text === null) return null;
  const { codes, until } = content.parse(JSON.parse(text));
  return until > ports.clock.now() ? codes : null;
}

/** `Set-Cookie` value that removes the codes. */
export function clearNewRecoveryCodes({ ports }: AppLoadContext): string {
  return clearCookie(COOKIE, ports.settings.appOrigin);
}

function purposeFor(uid: string): string {
  return `recovery codes of ${uid}`;
}
