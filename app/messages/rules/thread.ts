/** A side of a thread. */
export type Side = "seller" | "buyer";

/** The messages between a seller and one buyer about one product. Times in epoch ms. */
export interface Thread {
  id: string;
  productId: string;
  /** The seller. */
  ownerUid: string;
  buyerUid: string;
  /** Of the product. */
  title: string;
  /** Messages of the other side that this side has not opened. */
  unread: Record<Side, number>;
}

export interface Message {
  id: string;
  by: Side;
  /** Empty for a notice. */
  text: string;
  /** Epoch ms. */
  createdAt: number;
  /** The order of a notice of the site; null for what a person wrote. */
  noticeOrderId: string | null;
}

/** What a person may write to: a thread, or one that the first message opens. */
export interface Recipient {
  productId: string;
  ownerUid: string;
  buyerUid: string;
  title: string;
  /** The side of the person. */
  side: Side;
  /** Null until the first message. */
  threadId: string | null;
  /** True where the buyer writes first and has paid nothing for the product. */
  unpaid: boolean;
}

/** The side of a person; null for all who take no part. */
export function sideOf(
  thread: Pick<Thread, "ownerUid"> & { buyerUid: string | null },
  uid: string,
): Side | null {
  if (thread.ownerUid === uid) return "seller";
  return thread.buyerUid === uid ? "buyer" : null;
}

export function uidOf(thread: Pick<Thread, "ownerUid" | "buyerUid">, side: Side): string {
  return side === "seller" ? thread.ownerUid : thread.buyerUid;
}

export function otherSide(side: Side): Side {
  return side === "seller" ? "buyer" : "seller";
}
