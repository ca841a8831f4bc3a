import type { Affiliates, SellingAffiliate } from "../../../db/affiliates/affiliates";
import type { BundleItems } from "../../../db/checkout/bundle-items";
import type { PlanId } from "../../accounts/rules/plan";
import { type PlanDeps, readPlanInForce } from "../../accounts/use-cases/read-plan";
import { affiliateOfSale } from "../../affiliates/use-cases/affiliate-of-sale";
import type { ShownCode } from "../../codes/rules/shown-code";
import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Sharer } from "../../orders/rules/legs";
import type { Order } from "../../orders/rules/order";
import {
  type Adjustment,
  adjustmentsToday,
  choiceOf,
  type QuotedProduct,
  type QuoteFacts,
  quote,
  sharesOf,
  type Terms,
  takenUses,
} from "../../orders/rules/terms";
import { planTerms } from "../../products/rules/plans";
import type { Product } from "../../products/rules/product";
import { creditFor, type OfferedItem } from "../rules/bundle-offer";
import { type RefusedAmount, readAmount } from "../rules/chosen-amount";
import type { RefusedChoice } from "../rules/purchase-page";
import {
  type Asked,
  type CodePorts,
  createReadCode,
  type FoundCode,
  refusedCode,
} from "./read-code";
import {
  readSharing,
  readSharingForPage,
  type SharedProduct,
  type SharingPorts,
} from "./read-sharing";

export interface QuotePorts extends PlanDeps, SharingPorts, CodePorts {
  settings: Pick<Settings, "platformWallet" | "feeBps" | "rateScale">;
  affiliates: Pick<Affiliates, "ofSale">;
  bundleItems: Pick<BundleItems, "of">;
}

/** What a quote is for, which says where its facts come from. */
export type QuoteBasis =
  /** An order is held to it. Throws `ChainUnavailable` where a sale is shared, `code_refused`, `invalid_input`. */
  | ({ kind: "sale" } & Asked)
  /** It is shown, also while the network does not answer. `plan`: the seller's, as the page has read it. */
  | ({ kind: "page"; plan: PlanId } & Asked)
  /** Today's product, on what the order was opened with besides it. Asks nothing but what a bundle consists of. */
  | { kind: "order"; order: Pick<Order, "terms" | "feeBps" | "platform"> };

/** Terms, and the commission that they are made with. */
export interface QuotedTerms {
  terms: Terms;
  feeBps: number;
  /** The code that they have. */
  code: ShownCode | null;
  /** What was typed and does not count, on a page; a sale is refused for it. */
  refused: RefusedChoice;
  /** Who recommended the product to the buyer; null for nobody. */
  affiliate: SellingAffiliate | null;
  /** What a bundle consists of; null for another product. */
  items: readonly OfferedItem[] | null;
}

/** The refusal of a request of which something does not count; null for another one. */
export function requestProblem({ code, amount }: RefusedChoice): Problem | null {
  if (amount) {
    const { messageKey, params } = amount;
    return new Problem("invalid_input", { field: "amount", messageKey, ...(params && { params }) });
  }
  return code && refusedCode(code.reason);
}

/** Of a quote that nobody asks for anything. */
const NOTHING_ASKED = { code: null, refused: { code: null, amount: null }, affiliate: null };

type Sold = Omit<QuotedProduct, "items"> &
  SharedProduct &
  Pick<Product, "isPriceChosen" | "defaultCodeId" | "affiliateBps" | "bundleSize">;

type SoldNow = Omit<Sold, "items"> & { items?: readonly OfferedItem[] };

export type ReadQuote = ReturnType<typeof createReadQuote>;

/** Collects what a quote depends on: a new fact is read here, for all who quote. */
export function createReadQuote(ports: QuotePorts) {
  const readCode = createReadCode(ports);

  /** The terms on which a product is sold now. */
  async function readQuote(product: Sold, basis: QuoteBasis): Promise<QuotedTerms> {
    const uid = basis.kind === "order" ? null : basis.uid;
    const items = product.bundleSize ? await ports.bundleItems.of(product.id, uid) : null;
    const sold = items ? { ...product, items } : product;
    if (basis.kind === "order") {
      const facts = factsOfOrder(basis.order, product);
      return { terms: quote(sold, facts), feeBps: facts.feeBps, items, ...NOTHING_ASKED };
    }
    const { referral, open } = basis;
    const openWallet = open && affiliateIn(open.terms);
    const affiliate = await affiliateOfSale(product, { referral, openWallet }, ports);
    const { code, refused, ...facts } = await readFacts(sold, basis, affiliate);
    return { terms: quote(sold, facts), feeBps: facts.feeBps, code, refused, affiliate, items };
  }

  async function readFacts(
    product: SoldNow,
    basis: Exclude<QuoteBasis, { kind: "order" }>,
    recommendedBy: SellingAffiliate | null,
  ) {
    const { settings } = ports;
    const isPage = basis.kind === "page";
    const plan = isPage ? basis.plan : await readPlanInForce({ uid: product.ownerUid }, ports);
    const affiliate = recommendedBy && sharerOf(recommendedBy);
    const read = isPage ? readSharingForPage : readSharing;
    const sharing = await read({ ...product, affiliate }, basis.payer, ports);
    const { feeBps } = planTerms(plan, settings);
    const { chosen, problem } = chosenOf(product, basis);
    const { credit, found } = await readDiscounts(product, basis, chosen);
    const refused =
      found?.isTyped && found.refusal ? { name: found.name, reason: found.refusal } : null;
    const request = { code: refused, amount: problem };
    const refusal = basis.kind === "sale" && requestProblem(request);
    if (refusal) throw refusal;
    const shown = { code: found?.inForce?.shown ?? null, refused: request };
    const { platformWallet: platform } = settings;
    return {
      ...usesAndAdjustments(product, { chosen, credit, found }),
      ...shown,
      feeBps,
      platform,
      sharing,
    };
  }

  /**
   * What the buyer of a bundle paid for before, and the code, which is of what that leaves. A code that leaves nothing
   * to pay does not count: a grant has one product, and would count on items that can be refunded.
   */
  async function readDiscounts(
    product: SoldNow,
    basis: Exclude<QuoteBasis, { kind: "order" }>,
    chosen: bigint | null,
  ): Promise<{ credit: Adjustment | null; found: FoundCode | null }> {
    const { items, priceLamports } = product;
    if (!items) return { credit: null, found: await readCode(product, { ...basis, chosen }) };
    const credit = creditFor(priceLamports, items, basis.open?.terms ?? null);
    const left = priceLamports + BigInt(credit?.amount ?? 0);
    const found = await readCode(product, { ...basis, chosen: left });
    if (found?.inForce?.discount !== left) return { credit, found };
    return { credit, found: { ...found, refusal: "below_minimum", inForce: null } };
  }

  return readQuote;
}

/** What the buyer chose to pay, in lamports, where it is more than the seller's price. */
function chosenOf(
  product: Sold,
  { asked, open }: Exclude<QuoteBasis, { kind: "order" }>,
): { chosen: bigint | null; problem: RefusedAmount | null } {
  if (!product.isPriceChosen) return { chosen: null, problem: null };
  const typed = readAmount(asked.amount, product.priceLamports);
  if (typed && "problem" in typed) return { chosen: null, problem: typed.problem };
  const chosen = typed?.lamports ?? (open && choiceOf(open.terms).chosenLamports);
  const isMore = chosen !== null && chosen > product.priceLamports;
  return { chosen: isMore ? chosen : null, problem: null };
}

/** What the choice takes, and how it changes the price: first what the buyer chose or has, then the code. */
function usesAndAdjustments(
  { priceLamports }: Sold,
  {
    chosen,
    credit,
    found,
  }: { chosen: bigint | null; credit: Adjustment | null; found: FoundCode | null },
): Pick<QuoteFacts, "codes" | "own" | "adjustments"> {
  const adjustments: Adjustment[] = [];
  if (chosen !== null) {
    const amount = `${chosen - priceLamports}`;
    adjustments.push({ kind: "chosen", id: "chosen", label: "", amount });
  }
  if (credit) adjustments.push(credit);
  if (!found?.inForce) return { adjustments };
  const { id, codes, own, discount } = found.inForce;
  adjustments.push({ kind: "code", id, label: found.name, amount: `${-discount}` });
  return { codes, own, adjustments };
}

function sharerOf({ wallet, bps }: SellingAffiliate): Sharer {
  return { role: "affiliate", wallet, bps };
}

/** The wallet of the affiliate of an order; null without one. All of a share may be withheld. */
function affiliateIn({ legs, withheld = [] }: Terms): string | null {
  return [...legs, ...withheld].find(({ role }) => role === "affiliate")?.wallet ?? null;
}

function factsOfOrder(
  { terms, feeBps, platform }: Pick<Order, "terms" | "feeBps" | "platform">,
  { priceLamports }: Pick<Product, "priceLamports">,
): QuoteFacts {
  const adjustments = adjustmentsToday(terms, priceLamports);
  return { ...takenUses(terms), feeBps, platform, shares: sharesOf(terms), adjustments };
}
