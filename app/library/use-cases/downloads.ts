import type { DownloadTokens } from "../../../db/library/download-tokens";
import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import { hashToken } from "../../accounts/use-cases/hash-token";
import { paths } from "../../lib/paths";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FirstTokens, IssuedDownload, OrderStore, SettledOrder } from "../../orders/ports";
import { isWithoutOrder } from "../../orders/rules/grant";
import { needsWaiver } from "../../orders/rules/waiver";
import {
  DOWNLOAD_LIFETIME_MS,
  DOWNLOAD_START_WINDOW_MS,
} from "../../products/rules/download-window";
import { isUnusedToken } from "../rules/token-lifetime";

interface IssueDeps {
  settings: Pick<Settings, "appOrigin" | "requireWaiver">;
  orders: Pick<OrderStore, "byId">;
  clock: Clock;
  ids: Pick<Ids, "token">;
  products: Pick<Products, "byId">;
  purchases: Pick<Purchases, "find">;
  downloadTokens: Pick<DownloadTokens, "insert">;
}

/** Which release of a product: the newest, or the one that was on sale at the purchase. */
export type VersionChoice = "newest" | "bought";

/**
 * A new download link for the buyer or the seller of a product. Only the token's hash is stored, and
 * the release, so that a download which has started goes on to the end of its own. Throws `not_found`
 * without a purchase or ownership, or without a release, and `conflict` before a waiver that is required.
 */
export async function issueDownload(
  {
    uid,
    productId,
    version = "newest",
  }: { uid: string; productId: string; version?: VersionChoice },
  deps: IssueDeps,
): Promise<IssuedDownload> {
  const [purchase, product] = await Promise.all([
    deps.purchases.find(uid, productId),
    deps.products.byId(productId),
  ]);
  if (!product?.releaseId || !(purchase || product.ownerUid === uid))
    throw new Problem("not_found");
  if (purchase) await assertWaived(purchase, deps);
  const bought = version === "bought" ? purchase?.releaseId : null;
  const token = deps.ids.token();
  const issuedAt = deps.clock.now();
  const isIssued = await deps.downloadTokens.insert(await hashToken(token), {
    uid,
    productId,
    releaseId: bought ?? product.releaseId,
    issuedAt,
    startedAt: null,
    revokedAt: null,
    isGranted: isWithoutOrder(purchase?.grantReason ?? null),
  });
  // The right has ended meanwhile.
  if (!isIssued) throw new Problem("not_found");
  return linkTo(token, issuedAt, deps);
}

/** Throws `conflict` where a file is given only after a waiver, and the order of a purchase has none. */
export async function assertWaived(
  { orderId }: { orderId: string },
  { settings, orders }: Pick<IssueDeps, "orders"> & { settings: Pick<Settings, "requireWaiver"> },
): Promise<void> {
  if (!settings.requireWaiver) return;
  const order = await orders.byId(orderId);
  if (order && needsWaiver(order, settings))
    throw new Problem("conflict", { messageKey: "waiver_needed" });
}

function linkTo(token: string, issuedAt: number, deps: Pick<IssueDeps, "settings">) {
  return {
    downloadUrl: deps.settings.appOrigin + paths.download(token),
    expiresAt: issuedAt + DOWNLOAD_START_WINDOW_MS,
  };
}

type OrderDeps = IssueDeps & {
  firstTokens: FirstTokens;
  downloadTokens: Pick<DownloadTokens, "find" | "insert">;
};

/**
 * The buyer's link of a paid order: the one that the settlement wrote, while it can start, has not,
 * and leads to the newest version; else a new one. Throws like `issueDownload`.
 */
export async function downloadOfOrder(
  { id, uid, productId, settledAt, waiver }: SettledOrder,
  deps: OrderDeps,
): Promise<IssuedDownload> {
  const mayStart = waiver !== null || !deps.settings.requireWaiver;
  const first =
    settledAt === null || !mayStart ? null : await deps.firstTokens.tokenOf(id, settledAt);
  if (first !== null) {
    const [token, product] = await Promise.all([
      deps.downloadTokens.find(await hashToken(first)),
      deps.products.byId(productId),
    ]);
    const isNewest = token?.releaseId === product?.releaseId;
    if (token && isNewest && isUnusedToken(token, deps.clock.now())) {
      return linkTo(first, token.issuedAt, deps);
    }
  }
  return issueDownload({ uid, productId }, deps);
}

type RefreshDeps = IssueDeps & {
  purchases: Pick<Purchases, "find" | "markRefresh">;
};

/** A new download link for the owner of a purchase. Throws `not_found` without a purchase. */
export async function refreshDownload(
  { uid, productId }: { uid: string; productId: string },
  deps: RefreshDeps,
): Promise<IssuedDownload> {
  if (!(await deps.purchases.find(uid, productId))) throw new Problem("not_found");
  await deps.purchases.markRefresh(uid, productId, deps.clock.now());
  return issueDownload({ uid, productId }, deps);
}

/** Removes expired tokens. */
export async function purgeDownloadTokens(deps: {
  clock: Clock;
  downloadTokens: Pick<DownloadTokens, "removeOldest">;
}): Promise<void> {
  await deps.downloadTokens.removeOldest(deps.clock.now() - DOWNLOAD_LIFETIME_MS);
}
