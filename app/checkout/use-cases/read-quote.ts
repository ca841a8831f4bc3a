import type { PlanId } from "../../accounts/rules/plan";
import { type PlanDeps, readPlanInForce } from "../../accounts/use-cases/read-plan";
import type { Settings } from "../../lib/ports";
import type { Order } from "../../orders/rules/order";
import {
  adjustmentsToday,
  type QuotedProduct,
  type QuoteFacts,
  type QuoteRequest,
  quote,
  quoteRequestOf,
  sharesOf,
  type Terms,
} from "../../orders/rules/terms";
import { planTerms } from "../../products/rules/plans";
import type { Product } from "../../products/rules/product";
import { readSharing, readSharingForPage, type SharingPorts } from "./read-sharing";

export interface QuotePorts extends PlanDeps, SharingPorts {
  settings: Pick<Settings, "platformWallet" | "feeBps" | "authors" | "codes">;
}

/** What a quote is for, which says where its facts come from. `request`: null where nothing was asked. */
export type QuoteBasis =
  /** An order is held to it. Throws `ChainUnavailable` where a sale is shared. */
  | { kind: "sale"; request: QuoteRequest | null }
  /** It is shown, also while the network does not answer. `plan`: the seller's, as the page has read it. */
  | { kind: "page"; plan: PlanId; request: QuoteRequest | null }
  /** Today's product, on what the order was opened with besides it. Asks nothing. */
  | { kind: "order"; order: Pick<Order, "terms" | "feeBps" | "platform"> };

/** Terms, and the commission that they are made with. */
export interface QuotedTerms {
  terms: Terms;
  feeBps: number;
}

export type ReadQuote = ReturnType<typeof createReadQuote>;

/** Collects what a quote depends on: a new fact is read here, for all who quote. */
export function createReadQuote(ports: QuotePorts) {
  /** The terms on which a product is sold now. */
  async function readQuote(
    product: QuotedProduct & Pick<Product, "ownerUid">,
    basis: QuoteBasis,
  ): Promise<QuotedTerms> {
    const facts =
      basis.kind === "order" ? factsOfOrder(basis.order, product) : await readFacts(product, basis);
    return { terms: quote(product, facts), feeBps: facts.feeBps };
  }

  async function readFacts(
    product: QuotedProduct & Pick<Product, "ownerUid">,
    basis: Exclude<QuoteBasis, { kind: "order" }>,
  ): Promise<QuoteFacts> {
    const { settings } = ports;
    const isPage = basis.kind === "page";
    const plan = isPage ? basis.plan : await readPlanInForce({ uid: product.ownerUid }, ports);
    const sharing = await (isPage ? readSharingForPage : readSharing)(product, ports);
    const { feeBps } = planTerms(plan, settings);
    const request = basis.request ?? { codes: settings.codes };
    return { ...request, feeBps, platform: settings.platformWallet, sharing };
  }

  return readQuote;
}

function factsOfOrder(
  { terms, feeBps, platform }: Pick<Order, "terms" | "feeBps" | "platform">,
  { priceLamports }: Pick<Product, "priceLamports">,
): QuoteFacts {
  const adjustments = adjustmentsToday(terms, priceLamports);
  return { ...quoteRequestOf(terms), feeBps, platform, shares: sharesOf(terms), adjustments };
}
