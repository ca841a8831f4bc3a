import type { PlanId } from "../../accounts/rules/plan";
import { type PlanDeps, readPlanInForce } from "../../accounts/use-cases/read-plan";
import type { Settings } from "../../lib/ports";
import type { LocalnetCode } from "../../orders/rules/localnet-codes";
import type { Order } from "../../orders/rules/order";
import {
  type Adjustment,
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
import type { PriceRequest } from "../rules/order-request";
import { readSharing, readSharingForPage, type SharingPorts } from "./read-sharing";

export interface QuotePorts extends PlanDeps, SharingPorts {
  settings: Pick<Settings, "platformWallet" | "feeBps" | "authors" | "codes">;
}

/** What is to be quoted. */
interface Asked {
  /** What the person typed, which `requestOf` resolves to codes and adjustments. */
  asked: PriceRequest;
  /** The terms of the person's open order, which has a request of its own; null where there is none. */
  open: Terms | null;
}

/** What a quote is for, which says where its facts come from. */
export type QuoteBasis =
  /** An order is held to it. Throws `ChainUnavailable` where a sale is shared. */
  | ({ kind: "sale" } & Asked)
  /** It is shown, also while the network does not answer. `plan`: the seller's, as the page has read it. */
  | ({ kind: "page"; plan: PlanId } & Asked)
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
    const request = requestOf(basis, product.priceLamports);
    return { ...request, feeBps, platform: settings.platformWallet, sharing };
  }

  /**
   * What is asked for, as what the order takes and what changes its price. What a person types is looked up
   * here and nowhere else: a new field of `PriceRequest` changes this function. An open order is compared with
   * the terms for its own request, so that nothing typed means that it goes on as it is. A code that has ended
   * changes no price.
   */
  function requestOf(
    { open }: Asked,
    priceLamports: bigint,
  ): QuoteRequest & Pick<QuoteFacts, "adjustments"> {
    const offered = ports.settings.codes;
    const request = open ? quoteRequestOf(open) : { codes: offered.map(({ name }) => name) };
    const codes = offered.filter(({ name }) => request.codes.includes(name));
    return { ...request, adjustments: discountsOf(codes, priceLamports) };
  }

  return readQuote;
}

/** Each code takes its part off what the one before has left. */
function discountsOf(codes: readonly LocalnetCode[], priceLamports: bigint): Adjustment[] {
  let left = priceLamports;
  return codes.flatMap(({ name, percent }) => {
    const off = (left * BigInt(percent)) / 100n;
    left -= off;
    return off > 0n ? [{ kind: "code", id: name, label: name, amount: `${-off}` }] : [];
  });
}

function factsOfOrder(
  { terms, feeBps, platform }: Pick<Order, "terms" | "feeBps" | "platform">,
  { priceLamports }: Pick<Product, "priceLamports">,
): QuoteFacts {
  const adjustments = adjustmentsToday(terms, priceLamports);
  return { ...quoteRequestOf(terms), feeBps, platform, shares: sharesOf(terms), adjustments };
}
