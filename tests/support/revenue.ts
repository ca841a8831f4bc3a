import { env } from "cloudflare:test";
import { type Sums, sumOf } from "../../app/dashboard/rules/figures";
import { openDb } from "../../db/client";
import { sellerDaysIn } from "../../db/dashboard/seller-days";

/** A seller's figures of all days. Runs inside workerd. */
export async function revenueOf(uid: string): Promise<Sums> {
  return sumOf(await sellerDaysIn(openDb(env.DB)).ofSeller(uid));
}
