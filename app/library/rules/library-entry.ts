import type { ProductCover } from "../../products/rules/cover";
import type { FileUpdate } from "../../products/rules/release";

/** What an old record lacks is null. */
export interface ShownRefund {
  /** Epoch ms. */
  at: number | null;
  /** SOL as decimal text. */
  amount: string | null;
  /** Of the transaction that paid it back. */
  signature: string | null;
  /** Null where no explorer supports the cluster. */
  explorer: string | null;
}

export interface LibraryEntry {
  productId: string;
  orderId: string;
  /** Null without a title, or where the product was removed. */
  title: string | null;
  description: string;
  cover: ProductCover;
  /** Epoch ms. */
  boughtAt: number;
  /** Nothing was paid. */
  isFree: boolean;
  /** Set where the file was replaced since. */
  update: FileUpdate | null;
  /** Set where the seller paid the purchase back, which closed the file. */
  refund: ShownRefund | null;
  /** The product gives licence keys, or gave them. */
  isLicensed: boolean;
}
