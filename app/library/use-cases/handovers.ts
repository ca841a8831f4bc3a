import type { Handover, Handovers } from "../../../db/library/handovers";
import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Locale } from "../../lib/locale";
import { paths, query } from "../../lib/paths";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { IssuedDownload, OrderStore } from "../../orders/ports";
import { assertWaived, issueDownload } from "./downloads";

/** For the way from a wallet's browser to another one, on the same phone or beside it. */
export const HANDOVER_LIFETIME_MS = 10 * 60 * 1000;

interface Deps {
  clock: Clock;
  products: Pick<Products, "byId">;
  purchases: Pick<Purchases, "find">;
}

/** The buyer's own purchase as its handover names it. Throws `not_found` without a purchase. */
export async function readOwnPurchase(
  { uid, productId }: { uid: string; productId: string },
  deps: Omit<Deps, "clock">,
): Promise<{ title: string | null }> {
  const [purchase, product] = await Promise.all([
    deps.purchases.find(uid, productId),
    deps.products.byId(productId),
  ]);
  if (!purchase) throw new Problem("not_found");
  return { title: product?.title.trim() || null };
}

/**
 * A link by which another browser gets the file of a purchase, once, without an account. Only the
 * token's hash is stored. Throws `not_found` without a purchase, and `conflict` before a waiver that is
 * required.
 */
export async function createHandover(
  { uid, productId, locale }: { uid: string; productId: string; locale: Locale },
  deps: Deps & {
    settings: Pick<Settings, "appOrigin" | "requireWaiver">;
    orders: Pick<OrderStore, "byId">;
    ids: Pick<Ids, "token">;
    handovers: Pick<Handovers, "insert">;
  },
): Promise<string> {
  const purchase = await deps.purchases.find(uid, productId);
  if (!purchase) throw new Problem("not_found");
  await assertWaived(purchase, deps);
  const token = deps.ids.token();
  const issuedAt = deps.clock.now();
  await deps.handovers.insert(await hashToken(token), { uid, productId, issuedAt });
  // The other browser has no cookie that knows the buyer's language.
  return deps.settings.appOrigin + paths.take(token) + query({ lang: locale });
}

/**
 * The purchase of a link, which stays unused. Throws `not_found` (unknown, or no purchase any more),
 * `expired` (too late or used).
 */
export async function readHandover(
  { token }: { token: string },
  deps: Deps & { handovers: Pick<Handovers, "find"> },
): Promise<{ title: string | null }> {
  const found = await deps.handovers.find(await hashToken(token));
  if (!found) throw new Problem("not_found");
  if (!isOpen(found, deps.clock.now())) throw new Problem("expired");
  return readOwnPurchase(found, deps);
}

/** Uses a link up and issues a download link. Throws like `readHandover`. */
export async function takeHandover(
  { token }: { token: string },
  deps: Parameters<typeof issueDownload>[1] & Deps & { handovers: Pick<Handovers, "find" | "use"> },
): Promise<IssuedDownload> {
  const hash = await hashToken(token);
  const now = deps.clock.now();
  const taken = await deps.handovers.use(hash, now, now - HANDOVER_LIFETIME_MS);
  if (taken) return issueDownload(taken, deps);
  throw new Problem((await deps.handovers.find(hash)) ? "expired" : "not_found");
}

/** Removes expired links. */
export async function purgeHandovers(deps: {
  clock: Clock;
  handovers: Pick<Handovers, "removeOldest">;
}): Promise<void> {
  await deps.handovers.removeOldest(deps.clock.now() - HANDOVER_LIFETIME_MS);
}

function isOpen({ issuedAt, usedAt }: Handover, now: number): boolean {
  return usedAt === null && now < issuedAt + HANDOVER_LIFETIME_MS;
}
