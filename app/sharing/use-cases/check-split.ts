import type { Authors } from "../../../db/sharing/authors";
import { type PlanDeps, readPlanInForce } from "../../accounts/use-cases/read-plan";
import { formatSol } from "../../lib/lamports";
import type { Log } from "../../lib/log";
import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { planTerms } from "../../products/rules/plans";
import type { Product } from "../../products/rules/product";
import { isEnoughForSeller, sellersLeast } from "../../products/rules/split";
import type { Chain } from "../../solana/chain";
import type { AffiliateParts } from "../ports";

export type SplitDeps = PlanDeps & {
  log: Log;
  settings: Pick<Settings, "feeBps">;
  chain: Pick<Chain, "rentMinimum">;
  affiliateParts: AffiliateParts;
};

/**
 * Checks that a price leaves its seller enough beside these authors. Nothing is paid of a price of 0. Throws
 * `invalid_input` at `field` where it does not, `unavailable` where the RPC fails.
 */
export async function assertLeavesEnough(
  product: Pick<Product, "id" | "ownerUid" | "priceLamports" | "affiliateBps">,
  authorBps: readonly number[],
  field: string,
  deps: SplitDeps,
): Promise<void> {
  const { ownerUid, priceLamports } = product;
  if (priceLamports === 0n || authorBps.length === 0) return;
  const plan = await readPlanInForce({ uid: ownerUid }, deps);
  const { feeBps } = planTerms(plan, deps.settings);
  const affiliateBps = await deps.affiliateParts.largestOf(product);
  const least = sellersLeast(priceLamports, feeBps, affiliateBps, authorBps);
  const rentMinimum = await deps.chain.rentMinimum().catch((error: unknown) => {
    deps.log("chain_unread", { error });
    throw new Problem("unavailable");
  });
  if (isEnoughForSeller(least, { priceLamports, rentMinimum })) return;
  const params = { left: formatSol(least > 0n ? least : 0n), minimum: formatSol(rentMinimum) };
  throw new Problem("invalid_input", { messageKey: "sellers_part_too_small", params, field });
}

/** The same for a new price of a product, beside the authors that it has. */
export async function assertPriceShared(
  product: Pick<Product, "id" | "ownerUid" | "authorCount" | "affiliateBps">,
  priceLamports: bigint,
  deps: SplitDeps & { authors: Pick<Authors, "ofProduct"> },
): Promise<void> {
  if (product.authorCount === 0) return;
  const bps = (await deps.authors.ofProduct(product.id)).map((author) => author.bps);
  await assertLeavesEnough({ ...product, priceLamports }, bps, "price", deps);
}
