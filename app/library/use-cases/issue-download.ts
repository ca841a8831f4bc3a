import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { IssuedDownload, Purchases } from "../../orders/ports";
import type { Products } from "../../products/ports";
import { DOWNLOAD_START_WINDOW } from "../../solana/payment-constants";
import type { DownloadTokens } from "../ports";

interface Deps {
  settings: Pick<Settings, "appOrigin">;
  clock: Clock;
  ids: Pick<Ids, "token">;
  products: Pick<Products, "byId">;
  purchases: Pick<Purchases, "find">;
  downloadTokens: Pick<DownloadTokens, "insert">;
}

/**
 * A fresh link to a file that this person bought, or to the seller's own. Only the token's hash is
 * kept. Throws `not_found` where there is no right to it, or no file.
 */
export async function issueDownload(
  { uid, productId }: { uid: string; productId: string },
  deps: Deps,
): Promise<IssuedDownload> {
  const [purchase, product] = await Promise.all([
    deps.purchases.find(uid, productId),
    deps.products.byId(productId),
  ]);
  if (!product?.fileKey || !(purchase || product.ownerUid === uid)) throw new Problem("not_found");
  const token = deps.ids.token();
  const issuedAt = deps.clock.now();
  await deps.downloadTokens.insert(await hashToken(token), {
    uid,
    productId,
    fileKey: product.fileKey,
    issuedAt,
    startedAt: null,
    revokedAt: null,
  });
  return {
    downloadUrl: `${deps.settings.appOrigin}/download/${token}`,
    expiresAt: issuedAt + DOWNLOAD_START_WINDOW,
  };
}
