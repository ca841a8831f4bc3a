import type { LedgerKind } from "../../app/orders/rules/ledger-kinds";
import { BUYER, COLLECTORS } from "../seed/demo/people";

/** Changes to the product and to the buyer's order, where there is one. */
export interface ProductCase {
  title: string;
  product?: Record<string, string | number | null>;
  order?: Record<string, string | number | null>;
  /** Units; null for no limit. */
  saleLimit?: number | null;
  /** Undecided, from the order's `payer_wallet`. */
  payment?: { kind: LedgerKind; lamports: number };
}

const payer = () => COLLECTORS[0]?.publicKey.toBase58() ?? "";
export const buyerWallet = () => BUYER.wallet.publicKey.toBase58();

/** By the state of the product or of the purchase that a picture shows. */
export const PRODUCT_CASES = {
  none: { title: "Paper shadows, a study in folds" },
  limited: { title: "Linocut alphabet", saleLimit: 12 },
  unique: { title: "One morning on the pier", saleLimit: 1 },
  pending: { title: "Field notes from the coast", order: {} },
  awaiting: {
    title: "Six letterheads",
    order: { status: "awaiting", payment_requested: 1 },
  },
  bound: {
    title: "Wood type specimens",
    order: { buyer_wallet: buyerWallet() },
  },
  priceRisen: {
    title: "A grid for small books",
    order: {},
    product: { price_lamports: 90_000_000 },
  },
  paidByOther: {
    title: "Lighthouse, twelve prints",
    order: { status: "paid_by_other", payer_wallet: payer(), paid_lamports: 50_000_000 },
    payment: { kind: "misdirected", lamports: 50_000_000 },
  },
  review: {
    title: "Rain in four movements",
    order: {
      status: "review",
      review_reason: "late",
      payer_wallet: buyerWallet(),
      paid_lamports: 40_000_000,
    },
    payment: { kind: "unsettled", lamports: 40_000_000 },
  },
  expired: { title: "Notes on binding", order: { status: "expired" } },
  refunded: { title: "Harbour sounds", order: { status: "refunded", refunded_at: Date.now() } },
  soldOut: { title: "The last copy", saleLimit: 1, product: { sold: 1 } },
  held: { title: "Someone else's turn", saleLimit: 1, product: { held: 1 } },
  disabled: { title: "Withdrawn pattern", product: { status: "disabled" } },
  fileMissing: { title: "An empty envelope", product: { file_key: null } },
  invalidPrice: { title: "Priceless", product: { price_lamports: 0 } },
  chosen: {
    title: "What a poster is worth to you",
    product: { is_price_chosen: 1, suggested_lamports: 75_000_000 },
  },
  free: { title: "A sampler of papers", product: { price_lamports: 0, is_free: 1 } },
  claimable: { title: "Bought with another wallet" },
  // A time that no calendar has: its page can't be rendered.
  broken: { title: "Out of time", product: { status: "disabled", created_at: 9e15 } },
} satisfies Record<string, ProductCase>;
