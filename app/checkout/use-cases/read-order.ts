import type { Products } from "../../../db/products/products";
import { formatSol } from "../../lib/lamports";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { BuyersOrders, DownloadLinks, IssuedDownload, OrderStore } from "../../orders/ports";
import { type Buyer, type GuestBuyer, isOrderOf, isPaidByGuest } from "../../orders/rules/buyer";
import { lamportsTo } from "../../orders/rules/legs";
import type { Order } from "../../orders/rules/order";
import { isOpen, type OrderStatus } from "../../orders/rules/order-state";
import { purchaseOption, type WaitReason } from "../../orders/rules/purchase-option";
import { isBundle } from "../../orders/rules/terms";
import { needsWaiver } from "../../orders/rules/waiver";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../settlement/rules/poll-schedule";
import { offerWithItems } from "../rules/bundle-offer";
import type { ReadQuote } from "./read-quote";

export interface ReadingPorts {
  clock: Clock;
  settings: Pick<Settings, "requireWaiver">;
  orders: Pick<OrderStore, "byId"> & Pick<BuyersOrders, "forgetGuest">;
  products: Pick<Products, "byId">;
  downloads: Pick<DownloadLinks, "ofOrder">;
}

/** An item of a bundle as it was ordered. */
export interface OrderedItem {
  productId: string;
  title: string;
}

/** An order as its buyer and its seller see it. Amounts: SOL, and lamports as text. */
export interface OrderView {
  transactionId: string;
  productId: string;
  status: OrderStatus;
  paid: boolean;
  paymentRequested: boolean;
  amount: string;
  sellerLamports: string;
  feeLamports: string;
  signature?: string;
  buyerWallet?: string;
  /** Sum of payments below the price, which settle nothing. Absent where none came. */
  shortLamports?: string;
  /** Of a bundle, each with a download of its own. Absent for an order of one product. */
  items?: OrderedItem[];
  /** Why the open order is not continued. Absent while it can be paid. */
  closed?: WaitReason;
  /** For the buyer only, in the answer to a GET. */
  downloadUrl?: string;
  /** The buyer gets the file once the right of withdrawal was given up. Absent where nothing waits for it. */
  waiverNeeded?: true;
}

/** The view of an order that was already read, for a viewer who may see it; without a link. */
export function viewOrder(
  order: Order,
  closed: WaitReason | null,
): Omit<OrderView, "downloadUrl" | "waiverNeeded"> {
  const { signature, buyerWallet } = order;
  return {
    transactionId: order.id,
    productId: order.productId,
    status: order.status,
    paid: order.status === "paid",
    paymentRequested: order.paymentRequested,
    amount: formatSol(order.priceLamports),
    sellerLamports: lamportsTo(order.terms, "seller").toString(),
    feeLamports: lamportsTo(order.terms, "platform").toString(),
    ...(order.shortLamports > 0n ? { shortLamports: order.shortLamports.toString() } : {}),
    ...(signature ? { signature } : {}),
    ...(buyerWallet ? { buyerWallet } : {}),
    ...(closed ? { closed } : {}),
    ...(isBundle(order.terms) && {
      items: order.terms.items.map(({ product: productId, title }) => ({ productId, title })),
    }),
  };
}

/** The refusal of an expired order, with the reason where it ended before its time. */
export function expiredProblem({ endedReason }: Pick<Order, "endedReason">): Problem {
  return new Problem("expired", endedReason === null ? {} : { messageKey: `order_${endedReason}` });
}

export type OrderOfBuyer = ReturnType<typeof createOrderOfBuyer>;

/** Finds orders for their buyers. */
export function createOrderOfBuyer(ports: Pick<ReadingPorts, "clock" | "orders">) {
  /** The buyer's own order. Throws `not_found`, also where somebody else opened it. */
  async function orderOfBuyer({
    orderId,
    buyer,
  }: {
    orderId: string;
    buyer: Buyer;
  }): Promise<Order> {
    const order = await ports.orders.byId(orderId);
    if (!order || !isOrderOf(order, buyer, ports.clock.now())) throw new Problem("not_found");
    return order;
  }

  return orderOfBuyer;
}

/** What is read of one order. */
export function createReadOrder(ports: ReadingPorts, readQuote: ReadQuote) {
  /**
   * An order, and whether the viewer gets what it bought. Throws `not_found`, also where the viewer is neither its buyer
   * nor its seller.
   */
  async function readOrder({
    orderId,
    viewer,
  }: {
    orderId: string;
    viewer: Buyer;
  }): Promise<{ view: OrderView; isGiven: boolean }> {
    const order = await ports.orders.byId(orderId);
    if (!order || !isReadBy(order, viewer)) throw new Problem("not_found");
    const downloadUrl = (await downloadOf(order, viewer))?.downloadUrl;
    const closed = await whyClosed(order);
    const waits = needsWaiver(order, ports.settings) && isOrderOf(order, viewer, ports.clock.now());
    const view: OrderView = {
      ...viewOrder(order, closed),
      ...(downloadUrl ? { downloadUrl } : {}),
      ...(waits ? { waiverNeeded: true } : {}),
    };
    return { view, isGiven: isGivenTo(order, viewer) };
  }

  /** The order is paid, and this viewer's own payment or account has what it bought. */
  function isGivenTo(order: Order, viewer: Buyer): boolean {
    if (order.buyerUid === null || order.status !== "paid") return false;
    if (!isOrderOf(order, viewer, ports.clock.now())) return false;
    return viewer.kind !== "guest" || isPaidByGuest(order);
  }

  function isReadBy(order: Order, viewer: Buyer): boolean {
    if (isOrderOf(order, viewer, ports.clock.now())) return true;
    // An order without a buyer is hidden from its seller until it is paid.
    return viewer.kind === "account" && order.buyerUid !== null && order.ownerUid === viewer.uid;
  }

  /**
   * The link to the file that a guest's own payment bought, of the item of a bundle where one is named. Throws
   * `not_found` where the secret does not give it.
   */
  async function readGuestsFile(input: {
    orderId: string;
    item?: string | null;
    guest: Buyer;
  }): Promise<string> {
    const order = await ports.orders.byId(input.orderId);
    const link = order && (await downloadOf(order, input.guest, input.item));
    if (!link) throw new Problem("not_found");
    return link.downloadUrl;
  }

  /**
   * Why an open order is not continued: its product can't be bought any more, or has other terms. Null
   * while it can be paid, and for an order that is not open.
   */
  async function whyClosed(order: Order): Promise<WaitReason | null> {
    if (!isOpen(order.status)) return null;
    const product = await ports.products.byId(order.productId);
    if (!product) return "inactive";
    // The page, the builder and a new order also compare the commission.
    const { terms, items } = await readQuote(product, { kind: "order", order });
    const offered = offerWithItems(product, items);
    const option = purchaseOption({ product: offered, hasFile: true, order, terms, canWait: true });
    if (option.kind === "wait" || option.kind === "closed") return option.why;
    return option.kind === "buy" ? "changed" : null;
  }

  /** Takes ended orders for a product from a browser without an account. Their payers keep them. */
  async function forgetGuestsPurchase({
    productId,
    guest,
  }: {
    productId: string;
    guest: GuestBuyer;
  }): Promise<void> {
    await ports.orders.forgetGuest(guest.secretHash, productId, ports.clock.now());
  }

  /** Null where the viewer has not bought, and without a file: the page shows that state. */
  async function downloadOf(
    order: Order,
    viewer: Buyer,
    item: string | null = null,
  ): Promise<IssuedDownload | null> {
    const { buyerUid: uid } = order;
    const productId = item ?? order.productId;
    if (item !== null && !order.terms.items.some(({ product }) => product === item)) return null;
    if (uid === null || !isGivenTo(order, viewer)) return null;
    try {
      return await ports.downloads.ofOrder({ ...order, uid, productId });
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  /** What a wallet shows before it asks for the transaction. Throws `not_found`, `expired`. */
  async function describeOrder(
    orderId: string,
  ): Promise<Pick<Order, "label" | "message" | "productId">> {
    const order = await ports.orders.byId(orderId);
    if (!order) throw new Problem("not_found");
    const isOver =
      isOpen(order.status) && ports.clock.now() >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
    if (order.status === "expired" || isOver) throw expiredProblem(order);
    const { label, message, productId } = order;
    return { label, message, productId };
  }

  return { readOrder, readGuestsFile, forgetGuestsPurchase, whyClosed, describeOrder };
}
