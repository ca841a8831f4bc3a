import { Problem } from "../domain/problem";
import type { Ports } from "../ports";
import { forgetAbandonedUploads } from "./forget-abandoned-uploads";
import { readDeletion } from "./read-deletion";

type Deps = Pick<Ports, "endings" | "sellPages" | "received" | "ids" | "clock"> &
  Parameters<typeof forgetAbandonedUploads>[0];

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
