import type { Products } from "../../../db/products/products";
import type { Releases } from "../../../db/products/releases";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { totalOf } from "../../orders/rules/legs";
import { expectedWallet, type Order } from "../../orders/rules/order";
import { type ClosedReason, purchaseOption } from "../../orders/rules/purchase-option";
import { codeOf, type Terms, termsChange } from "../../orders/rules/terms";
import type { FileStore } from "../../products/ports";
import type { Product } from "../../products/rules/product";
import { missingItem, type OfferedItem, offerWithItems } from "../rules/bundle-offer";
import type { PriceRequest } from "../rules/order-request";
import { isOfferDeliverable } from "./is-offer-deliverable";
import { type ReadQuote, requestProblem } from "./read-quote";

export interface TermsPorts {
  clock: Clock;
  settings: Pick<Settings, "appOrigin">;
  products: Pick<Products, "byId">;
  releases: Pick<Releases, "filesOf">;
  files: Pick<FileStore, "head">;
}

/** A hold ends when its transaction lands or expires, after at most a few minutes. */
export const HELD_RETRY_SECONDS = 30;

/** The refusal of a price (lamports) that the buyer agreed to and that is not today's. */
export function priceProblem(agreedLamports: bigint, today: bigint): Problem {
  return refusal("price", agreedLamports, today);
}

/** The refusal of an order or a request whose terms are not those of today; it says what changed. */
export function changedProblem(previous: Terms, today: Terms): Problem {
  return refusal(termsChange(previous, today) ?? "offer", totalOf(previous), totalOf(today));
}

function refusal(what: keyof typeof CHANGED, previous: bigint, today: bigint): Problem {
  const amounts = { previousAmount: formatSol(previous), amount: formatSol(today) };
  return new Problem("changed", { messageKey: CHANGED[what], params: amounts, amounts });
}

/** Who changed what: the seller answers for neither commission nor the platform's wallet. */
const CHANGED = {
  code: "code_changed",
  price: "price_changed",
  offer: "changed",
  commission: "commission_changed",
  platform: "platform_changed",
  referral: "referral_changed",
} as const;

/** What a wallet that can't return what it signs is offered. */
export interface WalletsOffer {
  terms: Terms;
  /** The refusal that it meets now; null for a product that it can buy. */
  refusal: Problem | null;
}

/** True where a code takes off the whole price: the product is given to an account, and there is nothing to pay. */
export function isGivenByCode(terms: Terms): boolean {
  return totalOf(terms) === 0n && codeOf(terms) !== undefined;
}

/** The refusal of such a code to a buyer without an account. */
export function freeByCodeProblem(): Problem {
  const reason = "below_minimum";
  return new Problem("code_refused", { field: "code", reason, messageKey: "code_free_signed_in" });
}

/** The refusal of a bundle, which names the item. */
function missingItemProblem({ item, why }: NonNullable<ReturnType<typeof missingItem>>): Problem {
  const words = { messageKey: `item_${why}` as const, params: { title: item.title } };
  if (why !== "held") return new Problem(why, words);
  return new Problem(why, { ...words, retryAfterSeconds: HELD_RETRY_SECONDS });
}

export type TermsReader = ReturnType<typeof createCurrentTerms>;

/** The terms of today, and the refusals of what they do not allow. */
export function createCurrentTerms(ports: TermsPorts, readQuote: ReadQuote) {
  /**
   * Checks that a new transaction may be built for an open order whose product has its file: the
   * product is on sale, on the terms of the order. Throws `inactive`, `invalid_price`, `sold_out`,
   * `changed`, and `code_refused` where its code leaves nothing to pay any more.
   */
  async function assertCurrentTerms(order: Order, product: Product): Promise<void> {
    const { buyerUid: uid } = order;
    const payer = uid === null ? null : order.buyerWallet;
    const referral = { code: undefined, buyerUid: uid, wallet: expectedWallet(order) };
    const asker = { asked: {}, open: order, uid, address: null, payer, referral };
    const { terms, items } = await readQuote(product, { kind: "sale", ...asker });
    if (isGivenByCode(terms)) throw freeByCodeProblem();
    // An earlier transaction does not entitle to another one on old terms.
    const option = purchaseOption({
      product: offerWithItems(product, items),
      hasFile: true,
      order: { ...order, built: null },
      terms,
      canWait: true,
    });
    const asked = { productId: order.productId, canWait: true, items };
    if (option.kind === "closed") throw closedProblem(option.why, asked);
    if (option.kind !== "pay") throw changedProblem(order.terms, terms);
  }

  /**
   * What a wallet that can't return what it signs is offered, without an order: today's terms, and the refusal that
   * it meets now. Throws `not_found`.
   */
  async function readOffer({
    productId,
    asked,
    address,
  }: {
    productId: string;
    asked: PriceRequest;
    /** The client's network address, by which codes that are typed are counted. */
    address: string;
  }): Promise<WalletsOffer> {
    const product = await ports.products.byId(productId);
    if (!product) throw new Problem("not_found");
    // The commission of the seller's plan is a part of the total.
    const asker = { asked, open: null, uid: null, address, payer: null };
    const quoted = await readQuote(product, { kind: "page", plan: "free", ...asker });
    const { terms, refused, items } = quoted;
    const hasFile = await isOfferDeliverable(product, items, ports);
    const option = purchaseOption({
      product: offerWithItems(product, items),
      hasFile,
      order: null,
      terms,
      canWait: false,
    });
    const problem = requestProblem(refused) ?? (isGivenByCode(terms) ? freeByCodeProblem() : null);
    if (problem) return { terms, refusal: problem };
    const isClosed = option.kind === "closed";
    const refusal = isClosed
      ? closedProblem(option.why, { productId, canWait: false, items })
      : null;
    return { terms, refusal };
  }

  /**
   * The refusal of a hold for a transaction that the server signs first. A wallet that signs first in its
   * own browser needs none, and can wait in line.
   */
  function openPageFirst(code: "held" | "slow_down", productId: string): Problem {
    return new Problem(code, {
      messageKey: "open_page_in_wallet",
      params: { address: ports.settings.appOrigin + paths.buy(productId) },
      retryAfterSeconds: HELD_RETRY_SECONDS,
    });
  }

  /** The refusal of a product that can't be bought now. Who `canWait` gets a place in line. */
  function closedProblem(
    why: ClosedReason,
    {
      productId,
      canWait,
      items = null,
    }: { productId: string; canWait: boolean; items?: readonly OfferedItem[] | null },
  ): Problem {
    const missing = items && missingItem(items);
    if (missing && missing.why === why) return missingItemProblem(missing);
    if (why === "held" && !canWait) return openPageFirst("held", productId);
    if (why === "held") return new Problem("held", { retryAfterSeconds: HELD_RETRY_SECONDS });
    return why === "file_missing" ? new Problem("inactive", { messageKey: why }) : new Problem(why);
  }

  return { assertCurrentTerms, readOffer, openPageFirst, closedProblem };
}
