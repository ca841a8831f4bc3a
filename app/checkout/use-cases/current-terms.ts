import type { Products } from "../../../db/products/products";
import { type PlanDeps, readPlanInForce } from "../../accounts/use-cases/read-plan";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Order } from "../../orders/rules/order";
import { type CurrentTerms, termsNow } from "../../orders/rules/order-terms";
import {
  type ClosedReason,
  closedReason,
  purchaseOption,
} from "../../orders/rules/purchase-option";
import { planTerms } from "../../products/rules/plans";
import type { Product } from "../../products/rules/product";
import { isDeliverable } from "../../products/use-cases/is-deliverable";

export interface TermsDeps extends PlanDeps {
  settings: Pick<Settings, "platformWallet" | "appOrigin">;
}

/** The terms on which a product is sold now: its own, and the commission of its seller's plan. */
export async function readCurrentTerms(product: Product, deps: TermsDeps): Promise<CurrentTerms> {
  const { feeBps } = planTerms(await readPlanInForce({ uid: product.ownerUid }, deps));
  return termsNow(product, { feeBps, platform: deps.settings.platformWallet });
}

/**
 * Checks that a new transaction may be built for an open order whose product has its file: the
 * product is on sale, on the terms of the order. Throws `inactive`, `invalid_price`, `sold_out`,
 * `changed`.
 */
export async function assertCurrentTerms(
  order: Order,
  product: Product,
  deps: TermsDeps,
): Promise<void> {
  const terms = await readCurrentTerms(product, deps);
  // An earlier transaction does not entitle to another one on old terms.
  const option = purchaseOption({
    product,
    hasFile: true,
    order: { ...order, built: null },
    terms,
    canWait: true,
  });
  const asked = { productId: order.productId, canWait: true };
  if (option.kind === "closed") throw closedProblem(option.why, asked, deps);
  if (option.kind !== "pay") throw changedProblem(order, terms);
}

/**
 * The refusal that a wallet which can't return what it signs meets now, without an order; null for a
 * product that it can buy.
 */
export async function readRefusal(
  { productId }: { productId: string },
  deps: Parameters<typeof isDeliverable>[1] & PageDeps & { products: Pick<Products, "byId"> },
): Promise<Problem | null> {
  const product = await deps.products.byId(productId);
  if (!product) return new Problem("not_found");
  const why = closedReason(product, await isDeliverable(product, deps), {
    order: null,
    canWait: false,
  });
  return why && closedProblem(why, { productId, canWait: false }, deps);
}

/** A hold ends when its transaction lands or expires, after at most a few minutes. */
const HELD_RETRY_SECONDS = 30;

interface PageDeps {
  settings: Pick<Settings, "appOrigin">;
}

/**
 * The refusal of a hold for a transaction that the server signs first. A wallet that signs first in its
 * own browser needs none, and can wait in line.
 */
export function openPageFirst(
  code: "held" | "slow_down",
  productId: string,
  { settings }: PageDeps,
): Problem {
  return new Problem(code, {
    messageKey: "open_page_in_wallet",
    params: { address: settings.appOrigin + paths.buy(productId) },
    retryAfterSeconds: HELD_RETRY_SECONDS,
  });
}

/** The refusal of a product that can't be bought now. Who `canWait` gets a place in line. */
export function closedProblem(
  why: ClosedReason,
  { productId, canWait }: { productId: string; canWait: boolean },
  deps: PageDeps,
): Problem {
  if (why === "held" && !canWait) return openPageFirst("held", productId, deps);
  if (why === "held") return new Problem("held", { retryAfterSeconds: HELD_RETRY_SECONDS });
  return why === "file_missing" ? new Problem("inactive", { messageKey: why }) : new Problem(why);
}

type Price = Pick<CurrentTerms, "priceLamports">;

/** The refusal of an order or a request whose terms are not those of today. */
export function changedProblem(previous: Price, now: Price): Problem {
  const amounts = {
    previousAmount: formatSol(previous.priceLamports),
    amount: formatSol(now.priceLamports),
  };
  const isPrice = previous.priceLamports !== now.priceLamports;
  const messageKey = isPrice ? "price_changed" : "changed";
  return new Problem("changed", { messageKey, params: amounts, amounts });
}
