import type { Releases } from "../../../db/products/releases";
import type { ReferralCode } from "../../affiliates/rules/referral-cookie";
import { cleanLine } from "../../lib/clean-text";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher, ReferenceKeys } from "../../orders/ports";
import { GUEST_ORDER_LIFETIME_MS } from "../../orders/rules/buyer";
import { totalOf } from "../../orders/rules/legs";
import { isScarce, type Order, UNPAID } from "../../orders/rules/order";
import { ORDER_LIFETIME_MS } from "../../orders/rules/order-state";
import { type ClosedReason, inFlightMs, purchaseOption } from "../../orders/rules/purchase-option";
import { areCurrent, platformOf, type Terms } from "../../orders/rules/terms";
import { endIfUnsignable } from "../../orders/use-cases/end-if-unsignable";
import type { FileStore } from "../../products/ports";
import type { Product } from "../../products/rules/product";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../settlement/rules/poll-schedule";
import { offerWithItems, ownsAll } from "../rules/bundle-offer";
import { type OrderRequest, sourceOfRequest } from "../rules/order-request";
import {
  changedProblem,
  freeByCodeProblem,
  isGivenByCode,
  priceProblem,
  type TermsReader,
} from "./current-terms";
import type { WaiverSetting } from "./declare-waiver";
import { isOfferDeliverable } from "./is-offer-deliverable";
import type { QuotedTerms, ReadQuote } from "./read-quote";

export interface OpeningPorts {
  clock: Clock;
  log: Log;
  ids: Pick<Ids, "uuid">;
  releases: Pick<Releases, "filesOf">;
  files: Pick<FileStore, "head">;
  orders: Pick<OrderStore, "insert" | "expire">;
  referenceKeys: Pick<ReferenceKeys, "generate" | "canSign">;
  watcher: Pick<OrderWatcher, "changed">;
}

interface Input {
  product: Product;
  /** Uid of the account that buys; null for a guest, and for a wallet that nothing proves. */
  buyerUid: string | null;
  /** The browser that buys without an account, and the address that it named. */
  guest?: { secretHash: string; wallet: string };
  /** The wallet that must pay; null where any may. */
  buyerWallet: string | null;
  asked: OrderRequest;
  /** The client's network address, by which codes that are typed are counted. */
  address: string;
  /** Who recommended the product to this browser; undefined where it knows of nobody. */
  ref?: ReferralCode;
  /** The wallet shows the amount before it signs: no total is above what the buyer agreed to. */
  acceptsAnyTotal?: boolean;
  /** Texts in the buyer's language: the label of a product without a title, and the message. */
  copy: { genericLabel: string; purchaseOf(what: string): string };
  /** Reads the open order of this buyer for this product. */
  readOpen(): Promise<Order | null>;
  /** Throws where the buyer may open no further order. */
  assertMayOpen(): Promise<void>;
}

export type OrderCopy = Input["copy"];

export interface OpenedOrder {
  kind: "order";
  order: Order;
  /** False for the order that was open already. */
  created: boolean;
  /** Id of the order that this one replaces. */
  replaces: string | null;
}

/** The buyer has every item of the bundle. */
export interface OwnedAlready {
  kind: "owned";
}

/** A code takes off the whole price: there is nothing to pay, and no order. */
export interface FreeByCode {
  kind: "free";
  terms: Terms;
}

export type OrderOpening = ReturnType<typeof createOrderOpening>;

/** Opens orders of buyers with an account, of guests, and of wallets. */
export function createOrderOpening(
  ports: OpeningPorts,
  readQuote: ReadQuote,
  { closedProblem }: TermsReader,
  setWaiver: WaiverSetting,
) {
  /**
   * The open order of a buyer while its terms are those of today, else a new one, which replaces it.
   * Throws `inactive`, `invalid_price`, `sold_out`, `held` (also while a transaction on old terms can
   * still land), `changed` where the total is higher than the one that the buyer agreed to, `code_refused`.
   */
  async function openOrder(input: Input): Promise<OpenedOrder> {
    const opened = await openOrGive(input);
    if (opened.kind === "free") throw freeByCodeProblem();
    if (opened.kind === "owned") throw new Problem("conflict", { messageKey: "already_owned" });
    return opened;
  }

  /** The same for a buyer to whom a product can be given, where a code leaves nothing to pay. */
  async function openOrGive(input: Input): Promise<OpenedOrder | FreeByCode | OwnedAlready> {
    const { product } = input;
    const open = await readUnexpired(input);
    const { asked, buyerUid: uid, address, buyerWallet, guest } = input;
    // A claim binds no payer: who names an author's wallet and pays with another one would take the author's part.
    const payer = uid === null ? null : buyerWallet;
    const wallet = buyerWallet ?? guest?.wallet ?? null;
    const referral = { code: input.ref, buyerUid: uid, wallet };
    const basis = { asked, open, uid, address, payer, referral };
    const quoted = await readQuote(product, { kind: "sale", ...basis });
    const { terms, items } = quoted;
    if (ownsAll(items) && !open?.built) return { kind: "owned" };
    const hasFile = await isOfferDeliverable(product, items, ports);
    // An order of neither is one of a wallet that can't return what it signs.
    const canWait = input.buyerUid !== null || input.guest !== undefined;
    const offered = offerWithItems(product, items);
    const option = purchaseOption({ product: offered, hasFile, order: open, terms, canWait });
    const isFree = isGivenByCode(terms) && offered.status === "active" && hasFile && !open?.built;
    if (isFree) return { kind: "free", terms };
    const refusal = (why: ClosedReason) =>
      closedProblem(why, { productId: product.id, canWait, items });
    if (option.kind === "closed") throw refusal(option.why);
    if (open && option.kind === "wait") {
      throw option.why === "changed" ? inFlight(open) : refusal(option.why);
    }
    if (open && option.kind === "pay") return reopened(open, input);

    const total = totalOf(terms);
    const accepted = input.acceptsAnyTotal ? total : input.asked.acceptedLamports;
    const agreed = accepted ?? open?.priceLamports ?? total;
    if (total > agreed) {
      throw open ? changedProblem(open.terms, terms) : priceProblem(agreed, total);
    }
    if (!open) await input.assertMayOpen();
    const order = await newOrder(input, quoted);
    const firstPollAt = order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
    const replaces = open?.id ?? null;
    const source = sourceOfRequest(input.asked);
    const options = { ...(replaces && { replaces }), ...(source && { source }) };
    if (await ports.orders.insert(order, firstPollAt, options)) {
      // Pages that show the old order learn that it ended.
      if (replaces) await ports.watcher.changed(replaces);
      return { kind: "order", order, created: true, replaces };
    }
    const other = await input.readOpen();
    // The conflicting order was paid or closed in the meantime, or has other terms.
    if (!other || !areCurrent(other.terms, terms)) {
      throw new Problem("unavailable", { retryAfterSeconds: 1 });
    }
    return reopened(other, input);
  }

  async function reopened(open: Order, { asked: { waiver } }: Input): Promise<OpenedOrder> {
    const order = waiver === undefined ? open : await setWaiver(open, waiver);
    return { kind: "order", order, created: false, replaces: null };
  }

  /**
   * The buyer's open order. One that holds no stock, and is due to expire or can't be signed for, is
   * expired instead.
   */
  async function readUnexpired(input: Input): Promise<Order | null> {
    const open = await input.readOpen();
    if (!open || open.hold === "held") return open;
    const now = ports.clock.now();
    if (now >= open.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS) await ports.orders.expire(open.id, now);
    else if (!(await endIfUnsignable(open, ports))) return open;
    return null;
  }

  /** A transaction on the old terms can still land: with a second order both could be paid. */
  function inFlight({ built }: Order): Problem {
    const seconds = Math.ceil(inFlightMs(built ?? { at: 0 }, ports.clock.now()) / 1_000);
    return new Problem("held", {
      messageKey: "changed_in_flight",
      params: { seconds },
      retryAfterSeconds: seconds,
    });
  }

  async function newOrder(
    { product, buyerUid, guest, buyerWallet, asked: { waiver }, copy }: Input,
    quoted: QuotedTerms,
  ): Promise<Order> {
    const reference = await ports.referenceKeys.generate();
    const title = cleanLine(product.title);
    const now = ports.clock.now();
    return {
      id: ports.ids.uuid(),
      productId: product.id,
      ownerUid: product.ownerUid,
      buyerUid,
      buyerWallet,
      status: "pending",
      paymentRequested: false,
      terms: quoted.terms,
      priceLamports: totalOf(quoted.terms),
      feeBps: quoted.feeBps,
      recipient: product.recipient,
      platform: platformOf(quoted.terms),
      saleType: product.saleType,
      reference: reference.address,
      referenceSecret: isScarce(quoted) || guest ? reference.encryptedSecret : null,
      label: title || copy.genericLabel,
      message: copy.purchaseOf(title || product.productFileName),
      createdAt: now,
      expiresAt: now + (guest ? GUEST_ORDER_LIFETIME_MS : ORDER_LIFETIME_MS),
      guest: guest ? { ...guest, signature: null } : null,
      waiver: waiver ? { version: waiver, at: now } : null,
      ...UNPAID,
    };
  }

  return { openOrder, openOrGive };
}
