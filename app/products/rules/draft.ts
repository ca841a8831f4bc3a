import { formatPrice } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import type { ShownPresentation } from "./presentation";
import type { ProductFields } from "./product-fields";
import type { PreparedUpload } from "./release";
import { keptUntil } from "./upload";

/** Drafts of one account. */
export const MAX_DRAFTS = 10;

/** A draft with fields is kept for as long after it was last saved; others as long as their uploads. */
export const DRAFT_LIFETIME_MS = 30 * 24 * 3_600_000;

/** Rows of a list of drafts: those of older Workers, and of accounts that were merged, come on top of the bound. */
export const MAX_LISTED_DRAFTS = 2 * MAX_DRAFTS;

/** The form of a draft. */
export const draftForm = (productId: string) => paths.newProduct + query({ draft: productId });

/** A draft with its uploads. */
export interface Draft {
  /** Of one of its uploads; null without one. */
  key: string | null;
  productId: string;
  /** Empty where it has none yet. */
  title: string;
  priceLamports: bigint;
  isFree: boolean;
  isPriceChosen: boolean;
  /** Of one of its uploads; empty without one. */
  fileName: string;
  /** How many uploads it has, and their bytes together. */
  files: number;
  sizeBytes: number;
  receivedBytes: number;
  /** When its uploads began, or the draft where it has none. Epoch ms. */
  createdAt: number;
  /** When it was last saved. Epoch ms. */
  updatedAt: number;
  /** Its form is kept as typed, and it goes on sale by an act of its seller alone. */
  hasFields: boolean;
}

/** A draft as lists show it. */
export interface ShownDraft
  extends Omit<Draft, "priceLamports" | "isFree" | "isPriceChosen" | "hasFields"> {
  /** As `formatPrice` writes it; null without one. */
  price: string | null;
  /** When it is removed (epoch ms). */
  keptUntil: number;
}

export function shownDraft(from: Draft): ShownDraft {
  const { priceLamports, isFree, isPriceChosen, hasFields, ...draft } = from;
  const hasPrice = priceLamports > 0n || isFree;
  const price = hasPrice ? formatPrice(from) : null;
  return { ...draft, price, keptUntil: draftKeptUntil({ ...draft, hasFields }) };
}

/** When a draft is removed (epoch ms). */
export function draftKeptUntil(
  draft: Pick<Draft, "hasFields" | "createdAt" | "updatedAt" | "receivedBytes">,
): number {
  return draft.hasFields ? draft.updatedAt + DRAFT_LIFETIME_MS : keptUntil(draft);
}

/** A draft as its form shows it. */
export interface EditableDraft {
  productId: string;
  /** Epoch ms of its version. */
  updatedAt: number;
  /** As typed. */
  fields: ProductFields;
  /** When it is removed, unless it is saved before (epoch ms). */
  keptUntil: number;
  /** URLs of its images; empty if absent. */
  images: { cover: string; image: string };
  presentation: ShownPresentation;
  uploads: PreparedUpload[];
}
