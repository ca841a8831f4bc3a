import type { Products } from "../../../db/products/products";
import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import type { FreeOffers } from "../ports";
import type { Product } from "../rules/product";
import { isVerified, publishingAt } from "../rules/release";
import { checkFreeOffer } from "./check-free-offer";
import { checkPayout, type Seller } from "./check-payout";
import { type ReadDraftDeps, readDraft } from "./drafts";
import { type ProductEdit, type SaveEditDeps, saveEdit } from "./save-edit";

interface Input extends ProductEdit {
  seller: Seller;
  productId: string;
  /** Epoch ms of the version that the form was filled from. */
  updatedAt: number;
}

type Deps = SaveEditDeps &
  ReadDraftDeps & {
    settings: Pick<Settings, "feeBps">;
    chain: Pick<Chain, "accounts" | "rentMinimum">;
    products: Pick<Products, "publishDraft" | "hasRecipient">;
    grants: FreeOffers;
  };

/**
 * Saves the terms and images of a draft and puts it on sale. One that is on sale already stays as it is. Throws
 * `not_found`, `conflict` where the draft was saved since the form was filled or files of it are not verified yet,
 * `invalid_input` where it has none, and the errors of `checkFreeOffer`, `checkPayout`, `checkImage` and `storeImage`.
 */
export async function publishDraft(
  { seller, productId, updatedAt, ...edit }: Input,
  deps: Deps,
): Promise<void> {
  const draft = await readDraft({ uid: seller.uid, productId }, deps);
  if (draft === "published") return;
  const { product, release } = draft;
  if (product.updatedAt !== updatedAt) throw new Problem("conflict");
  if (!release) throw new Problem("invalid_input", { messageKey: "file_required", field: "file" });
  if (!release.files.every(isVerified)) throw filesMissing();
  await checkTerms({ seller, product, edit }, deps);
  const publishing = publishingAt(deps.clock.now());
  const saved = await saveEdit(
    product,
    edit,
    async (change) => (await deps.products.publishDraft(product, change, publishing)) || null,
    deps,
  );
  if (saved) return;
  const now = await readDraft({ uid: seller.uid, productId }, deps);
  if (now === "published") return;
  throw now.product.updatedAt === updatedAt ? filesMissing() : new Problem("conflict");
}

/** Nothing of a draft with fields was checked before. */
async function checkTerms(
  { seller, product, edit }: { seller: Seller; product: Product; edit: ProductEdit },
  deps: Deps,
): Promise<void> {
  const { terms } = edit;
  const checked = product.draftFields === null ? product : null;
  if (!checked?.isFree) await checkFreeOffer({ seller, terms }, deps);
  await checkPayout({ seller, payout: terms, stored: checked }, deps);
}

function filesMissing(): Problem {
  return new Problem("conflict", { messageKey: "draft_files_missing", field: "file" });
}
