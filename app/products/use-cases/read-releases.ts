import type { Releases } from "../../../db/products/releases";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import type { Product } from "../rules/product";
import {
  MAX_KEPT_RELEASES,
  type ProductReleases,
  preparedUploadsOf,
  shownRelease,
} from "../rules/release";

/** What a seller's product delivers, has delivered, and the release that is prepared. */
export async function readReleases(
  { id, releaseId }: Pick<Product, "id" | "releaseId">,
  { releases }: { releases: Pick<Releases, "publishedOf" | "inPreparation"> },
): Promise<ProductReleases> {
  const [published, prepared] = await Promise.all([
    releases.publishedOf(id, MAX_KEPT_RELEASES + 1),
    releases.inPreparation(id),
  ]);
  const current = published.find((release) => release.id === releaseId);
  return {
    current: current ? shownRelease(current) : null,
    kept: published.filter((release) => release.id !== releaseId).map(shownRelease),
    unfinished: prepared && { note: prepared.note, files: preparedUploadsOf(prepared) },
  };
}

/** Releases that one run of the cron reads, and of those how many it removes. */
const MAX_CHECKED_PER_RUN = 100;
const MAX_REMOVED_PER_RUN = 20;
/** A release that a purchase holds is checked again after this. */
const RECHECK_INTERVAL_MS = 24 * 3_600_000;

/**
 * Removes the records of replaced releases that no purchase holds, once links to them have expired. The objects
 * of their files stay for `UNNAMED_KEPT_MS`: a database that is restored from a copy may name them again.
 */
export async function purgeReplacedReleases({
  clock,
  log,
  releases,
}: {
  clock: Clock;
  log: Log;
  releases: Pick<Releases, "toCheck" | "postponeCheck" | "remove">;
}): Promise<void> {
  const now = clock.now();
  const due = await releases.toCheck(now, MAX_CHECKED_PER_RUN);
  const held = due.filter(({ isHeld }) => isHeld).map(({ id }) => id);
  await releases.postponeCheck(held, now + RECHECK_INTERVAL_MS);
  const unheld = due.filter(({ isHeld }) => !isHeld).slice(0, MAX_REMOVED_PER_RUN);
  for (const { id } of unheld) {
    try {
      await releases.remove(id, now);
    } catch (error) {
      // One failure must not keep the others.
      log("clean_up_failed", { step: "version", error });
    }
  }
}
