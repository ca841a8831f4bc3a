import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { COOKIES, clearCookie, readCookie, setCookie } from "../../http/cookies";
import { renewRecoveryCodes } from "../use-cases/renew-recovery-codes";

/**
 * Recovery codes on their way to the person: only hashes are stored, so the page that shows them
 * and the one that saves them as a file get them from a cookie, sealed, until they are kept. Every
 * page gets it, and says that codes are waiting.
 */
const COOKIE = "shown-codes";
/** Time to copy them, in ms. */
const SHOWN_MS = COOKIES[COOKIE].maxAgeSeconds * 1000;

const content = z.object({ codes: z.array(z.string()), until: z.number() });

/** Makes new codes for this person; `Set-Cookie` for the page that shows them. Throws what making them throws. */
export async function issueRecoveryCodes(uid: string, { ports }: AppLoadContext): Promise<string> {
  const codes = await renewRecoveryCodes({ uid }, ports);
  const text = JSON.stringify({ codes, until: ports.clock.now() + SHOWN_MS });
  const encrypted = await ports.encryption.encrypt(text, purposeFor(uid));
  return setCookie(COOKIE, encrypted, ports.settings.appOrigin);
}

/** The codes that this person was shown and has not put away yet, or null. */
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

/** `Set-Cookie` that puts them away. */
export function clearNewRecoveryCodes({ ports }: AppLoadContext): string {
  return clearCookie(COOKIE, ports.settings.appOrigin);
}

function purposeFor(uid: string): string {
  return `recovery codes of ${uid}`;
}
