import type { AppLoadContext } from "@remix-run/cloudflare";
import { hashToken } from "../../accounts/use-cases/hash-token";
import { readCookie, setCookie } from "../../http/cookies";
import { requireViewerJson } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { accountBuyer, type Buyer, type GuestBuyer } from "../../orders/rules/buyer";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** `Authorization: Checkout <secret>`: for browsers that keep no cookies, and for other programs. */
const AUTHORIZATION = /^Checkout ([\w-]{43})$/i;

/** The secret of a browser without an account: of the header, else of the cookie. */
export function readGuestSecret({ request, context }: Args): string | null {
  const [, secret] = AUTHORIZATION.exec(request.headers.get("Authorization") ?? "") ?? [];
  return secret ?? readCookie(request, "checkout", context.ports.settings.appOrigin);
}

export async function guestOf(secret: string): Promise<GuestBuyer> {
  return { kind: "guest", secretHash: await hashToken(secret) };
}

/** The guest of a request; null without a secret. */
export async function readGuest(args: Args): Promise<GuestBuyer | null> {
  const secret = readGuestSecret(args);
  return secret === null ? null : guestOf(secret);
}

/** The guest of a request. Throws `not_found` without a secret, as for another browser's order. */
export async function requireGuest(args: Args): Promise<GuestBuyer> {
  const guest = await readGuest(args);
  if (guest === null) throw new Problem("not_found");
  return guest;
}

/** The signed-in buyer. Throws `signed_out`. */
export async function requireAccountBuyer(args: Args): Promise<Buyer> {
  return accountBuyer((await requireViewerJson(args)).uid);
}

/** `Set-Cookie` with the secret of a browser without an account. */
export function guestCookie(secret: string, { ports }: AppLoadContext): string {
  return setCookie("checkout", secret, ports.settings.appOrigin);
}
