import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Received } from "../../orders/ports";
import { forgetAbandonedUploads } from "../../products/use-cases/purge-abandoned-uploads";
import type { SellPages } from "../../storefront/ports";
import type { Endings } from "../ports";
import { readDeletion } from "./read-deletion";

type Deps = {
  endings: Endings;
  sellPages: SellPages;
  received: Received;
  ids: Ids;
  clock: Clock;
} & Parameters<typeof forgetAbandonedUploads>[0];

/**
 * Removes a person: see `docs/decisions`, the page on accounts that end. Throws `conflict` while
 * they are paying, or have payments of others to decide on.
 */
export async function deleteAccount({ uid }: { uid: string }, deps: Deps): Promise<void> {
  const { payingNow, toDecide } = await readDeletion({ uid }, deps);
  if (payingNow > 0) throw new Problem("conflict", { words: "page-deletion:refused.paying" });
  if (toDecide > 0) throw new Problem("conflict", { words: "page-deletion:refused.toDecide" });
  const page = (await deps.sellPages.byUid(uid))?.page;
  const now = deps.clock.now();
  if (!(await deps.endings.remove(uid, deps.ids.uuid(), now))) throw new Problem("conflict");
  const images = page ? [page.bannerKey, page.logoKey] : [];
  await deps.files.remove(images.filter((key) => key !== ""));
  // The rest of them, should there be many, goes with the next sweeps.
  await forgetAbandonedUploads(deps);
}
