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

const content = z.object({
  codes: z.array(z.string()),
  until: z.number(),
  /** True once the user has closed the banner. */
  isBannerClosed: z.boolean().default(false),
});

type Content = z.infer<typeof content>;

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** Renews the codes and returns the `Set-Cookie` value that holds them. Throws what `renewRecoveryCodes` throws. */
export async function issueRecoveryCodes(uid: string, { ports }: AppLoadContext): Promise<string> {
  const codes = await renewRecoveryCodes({ uid }, ports);
  const until = ports.clock.now() + SHOWN_MS;
  return store(uid, { codes, until, isBannerClosed: false }, ports);
}

/** New codes that this user has not confirmed as saved yet, or null. */
export async function readNewRecoveryCodes(uid: string, args: Args): Promise<string[] | null> {
  return (await read(uid, args))?.codes ?? null;
}

/** True while the banner offers new codes: until they are saved, or the user has closed it. */
export async function offersNewRecoveryCodes(uid: string, args: Args): Promise<boolean> {
  return (await read(uid, args))?.isBannerClosed === false;
}

/** The `Set-Cookie` value that closes the banner for these codes; null where there are none. */
export async function closeRecoveryCodesBanner(uid: string, args: Args): Promise<string | null> {
  const stored = await read(uid, args);
  return stored && store(uid, { ...stored, isBannerClosed: true }, args.context.ports);
}

async function read(uid: string, { request, context }: Args): Promise<Content | null> {
  const { ports } = context;
  const found = readCookie(request, COOKIE);
  if (!found) return null;
  const text = await ports.encryption.decrypt(found, purposeFor(uid));
  if (text === null) return null;
  const stored = content.parse(JSON.parse(text));
  return stored.until > ports.clock.now() ? stored : null;
}

async function store(
  uid: string,
  stored: Content,
  ports: AppLoadContext["ports"],
): Promise<string> {
  const encrypted = await ports.encryption.encrypt(JSON.stringify(stored), purposeFor(uid));
  return setCookie(COOKIE, encrypted, ports.settings.appOrigin);
}

/** `Set-Cookie` value that removes the codes. */
export function clearNewRecoveryCodes({ ports }: AppLoadContext): string {
  return clearCookie(COOKIE, ports.settings.appOrigin);
}

function purposeFor(uid: string): string {
  return `recovery codes of ${uid}`;
}
