import type { ProductViews } from "../../../db/products/product-views";
import type { Clock } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";
import { VIEWS_LIFETIME_DAYS } from "../rules/sources";

/** Keeps a run short; the next run continues. */
const MAX_PURGED_PER_RUN = 1_000;

/** Removes sums of views that are older than `VIEWS_LIFETIME_DAYS`. */
export async function purgeProductViews(deps: {
  clock: Clock;
  productViews: Pick<ProductViews, "removeBefore">;
}): Promise<void> {
  const today = Math.floor(deps.clock.now() / DAY_MS);
  await deps.productViews.removeBefore(today - VIEWS_LIFETIME_DAYS, MAX_PURGED_PER_RUN);
}
