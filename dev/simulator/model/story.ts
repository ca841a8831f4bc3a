/**
 * What the people of a run know and did, in their own words and without any of the product's code: what
 * was on sale, which answers they got, what they decided. Together with the chain it is all that the model
 * judges by. Lamports; times in epoch ms.
 */
export type StoryEvent = { at: number } & (
  | ({ kind: "product" } & ProductOnSale)
  | ({ kind: "code" } & OfferedCode)
  /** Told once of each order, by the first answer that names it. */
  | ({ kind: "opened" } & OpenedOrder)
  /** A transaction that the server signs first was asked for, with an answer or without. */
  | { kind: "asked"; order: string }
  | ({
      kind: "built";
      order: string;
      presigned: boolean;
      lastValidBlockHeight: number;
    } & SignedMessage)
  /** A browser handed signed bytes in with its secret, whatever it was answered. */
  | ({ kind: "handed"; order: string; secret: string; signature: string } & SignedMessage)
  /** A browser was to forget its ended orders for a product, whatever it was answered. */
  | { kind: "forgotten"; product: string; secret: string }
  /** An account has, or had, a product for free, or by a code that takes off its price. */
  | { kind: "took"; product: string; uid: string; code: string | null }
  /** Who has the order was shown this licence key. */
  | { kind: "licence"; order: string; product: string; key: string }
  /** A secret was given the file. */
  | { kind: "file"; order: string; secret: string }
  /** Signed bytes were taken by the server (`/send` answered with a signature). */
  | { kind: "sent"; order: string; signature: string }
  | { kind: "unbound"; order: string }
  /** The answer was lost. */
  | { kind: "unbound-perhaps"; order: string }
  | { kind: "claimed"; order: string; uid: string }
  | { kind: "accepted"; order: string }
  | { kind: "dismissed"; order: string }
  | { kind: "asked-refund"; order: string }
  /** The seller's wallet sent a refund that the server built. */
  | { kind: "refunded"; order: string; signature: string }
  /** The database was replaced by the copy that was made at `copiedAt`. */
  | { kind: "restored"; copiedAt: number }
  | { kind: "secret-changed"; previousKept: boolean }
  /** The secret was changed and all that is stored sealed anew, or the former one still opens it. */
  | { kind: "secret-rotated" }
);

/** What a wallet signs. */
export interface SignedMessage {
  /** SHA-256, hex. */
  message: string;
  /** Who must sign it. */
  signers: readonly string[];
}

/** What was told of one kind. */
export type Told<Kind extends StoryEvent["kind"]> = Extract<StoryEvent, { kind: Kind }>;

/** The whole state after it was published, edited, disabled, enabled or deleted. */
export interface ProductOnSale {
  product: string;
  sellerUid: string;
  /** Where the seller's share goes. */
  wallet: string;
  /** 0 for a free one. */
  priceLamports: bigint;
  /** Units that can ever be sold; null for no limit. */
  limit: number | null;
  /** The buyer may pay more. */
  isPriceChosen: boolean;
  status: "active" | "disabled" | "deleted";
}

/** A discount code for all products of its seller: as it was made, disabled or enabled again. */
export interface OfferedCode {
  code: string;
  sellerUid: string;
  /** As buyers type it. */
  name: string;
  percent: number;
  /** Uses of one person; null without a limit. */
  perPerson: number | null;
  endsAt: number | null;
  isDisabled: boolean;
}

/** As `POST /api/transactions`, `POST /api/checkout`, a wallet's request or an Action was answered. */
export interface OpenedOrder {
  order: string;
  product: string;
  /** Null where a claimed address opened it, or a browser without an account. */
  buyerUid: string | null;
  /** Of the browser without an account that opened it; hex SHA-256. */
  secret: string | null;
  /** The bound wallet, or the address that was claimed; null for none. */
  wallet: string | null;
  reference: string;
  totalLamports: bigint;
  /** The seller's price at that time, which the buyer's choice and a code may have changed. */
  listLamports: bigint;
  /** Null without one. */
  code: string | null;
  /** What the code takes off; 0 without one. */
  discountLamports: bigint;
  sellerWallet: string;
  /** The platform's part of the total. */
  feeLamports: bigint;
  /** What a bundle consists of; empty for another product. */
  items: readonly string[];
  /** True where the price was lowered for items that the buyer has. */
  hasCredit: boolean;
  /** True where it takes a use of a code, or one of its buyer's, or a unit of an item. */
  takesUse: boolean;
  /** Parts of others. */
  shares: readonly { wallet: string; lamports: bigint }[];
}

type WithoutTime<Event> = Event extends unknown ? Omit<Event, "at"> : never;

export interface Story {
  readonly events: readonly StoryEvent[];
  tell(event: WithoutTime<StoryEvent>): void;
}
