import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { AccountLifecycle, OwnedFiles, PageImages, ReviewCount } from "../ports";
import { readDeletion } from "./read-deletion";

interface Deps {
  accountLifecycle: Pick<AccountLifecycle, "deletionFacts" | "remove">;
  sellPages: PageImages;
  incomingPayments: ReviewCount;
  ownedFiles: OwnedFiles;
  ids: Pick<Ids, "uuid">;
  clock: Clock;
}

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
  if (!(await deps.accountLifecycle.remove(uid, deps.ids.uuid(), now)))
    throw new Problem("conflict");
  const images = page ? [page.bannerKey, page.logoKey] : [];
  await deps.ownedFiles.remove(images.filter((key) => key !== ""));
}
