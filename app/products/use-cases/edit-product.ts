import type { Products } from "../../../db/products/products";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import type { FreeOffers, SharedPrices } from "../ports";
import type { Product } from "../rules/product";
import type { ProductTerms } from "../rules/product-form";
import { checkFreeOffer } from "./check-free-offer";
import { checkPayout, type Seller } from "./check-payout";
import { ownProductOrDraft } from "./ownership";
import { type ProductEdit, type SaveEditDeps, saveEdit } from "./save-edit";

type Deps = SaveEditDeps & {
  settings: Pick<Settings, "feeBps">;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  products: Pick<Products, "byId" | "update" | "hasRecipient">;
  grants: FreeOffers;
  sharedPrices: SharedPrices;
};

interface Input extends ProductEdit {
  seller: Seller;
  productId: string;
  /** Epoch ms of the version that the form was filled from. */
  updatedAt: number;
}

/**
 * Saves a seller's changes of a product or draft. Throws `conflict` where the product was saved since the form was opened,
 * `invalid_input` where the limit would be below the units sold or held, and the errors of
 * `checkImage`, `storeImage`, `checkPayout` and `SharedPrices`.
 */
export async function editProduct({ seller, ...edit }: Input, deps: Deps): Promise<void> {
  const product = await ownProductOrDraft({ uid: seller.uid, productId: edit.productId }, deps);
  if (product.updatedAt !== edit.updatedAt) throw new Problem("conflict");
  checkStock(product, edit.terms);
  checkBundle(product, edit.terms);
  if (!product.isFree) await checkFreeOffer({ seller, terms: edit.terms }, deps);
  await checkPayout({ seller, payout: edit.terms, stored: product }, deps);
  if (edit.terms.priceLamports !== product.priceLamports) {
    await deps.sharedPrices.check(product, edit.terms.priceLamports);
  }

  const saved = await saveEdit(
    product,
    edit,
    async (change) => (await deps.products.update(product, change, deps.clock.now())) || null,
    deps,
  );
  if (!saved) throw await reasonNotSaved(product, edit.terms, deps);
}

/** A bundle is paid for, and to the wallet of its items, which follows from their choice. */
function checkBundle({ bundleSize, recipient }: Product, terms: ProductTerms): void {
  if (bundleSize === 0) return;
  if (terms.isFree) {
    throw new Problem("invalid_input", { messageKey: "bundle_not_free", field: "free" });
  }
  if (terms.recipient !== recipient) {
    throw new Problem("invalid_input", { messageKey: "bundle_wallet", field: "recipient" });
  }
}

function checkStock({ sold, held }: Product, { saleLimit }: ProductTerms): void {
  const units = sold + held;
  if (saleLimit === null || units <= saleLimit) return;
  const params = { units };
  throw new Problem("invalid_input", {
    messageKey: "sale_limit_below_sold",
    params,
    field: "saleLimit",
  });
}

/** A sale may have happened between the read and the write. */
async function reasonNotSaved(product: Product, terms: ProductTerms, deps: Deps) {
  const now = await deps.products.byId(product.id);
  if (now && now.updatedAt === product.updatedAt) checkStock(now, terms);
  return new Problem("conflict");
}

/** Disables products or activates them again. Throws `not_found` where none of them is this user's. */
export async function setProductStatus(
  input: { uid: string; productIds: readonly string[]; status: "active" | "disabled" },
  deps: { clock: Clock } & { products: Pick<Products, "setStatus"> },
): Promise<void> {
  const { uid, productIds, status } = input;
  const changed = await deps.products.setStatus(productIds, uid, status, deps.clock.now());
  if (!changed) throw new Problem("not_found");
}
