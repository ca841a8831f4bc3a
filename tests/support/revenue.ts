import { env } from "cloudflare:test";
import { addSums, type SellerDay, type Sums } from "../../app/dashboard/rules/figures";

interface Row {
  day: number;
  sales: number;
  gross_lamports: number;
  fee_lamports: number;
}

/** A seller's kept totals, oldest day first. Runs inside workerd. */
export async function sellerDaysOf(uid: string): Promise<SellerDay[]> {
  const { results } = await env.DB.prepare(
    "SELECT * FROM seller_days WHERE owner_uid = ? ORDER BY day",
  )
    .bind(uid)
    .all<Row>();
  return results.map(({ day, sales, gross_lamports, fee_lamports }) => ({
    day,
    sales,
    grossLamports: BigInt(gross_lamports),
    feeLamports: BigInt(fee_lamports),
  }));
}

/** A seller's figures of all days. Runs inside workerd. */
export async function revenueOf(uid: string): Promise<Sums> {
  return addSums(await sellerDaysOf(uid));
}
