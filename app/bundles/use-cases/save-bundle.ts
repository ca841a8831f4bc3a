import type { Bundles, BundleWriteRefusal } from "../../../db/bundles/bundles";
import { assertNever } from "../../lib/assert-never";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { NO_IMAGE } from "../../products/rules/pictures";
import { checkPayout, type Seller } from "../../products/use-cases/check-payout";
import { imageColumns } from "../../products/use-cases/images";
import { type BundleItem, itemProblem, MAX_BUNDLES } from "../rules/bundle";
import { type BundleFields, parseBundle, parseItems } from "../rules/bundle-form";

type Deps = Parameters<typeof checkPayout>[1] & {
  clock: Clock;
  bundles: Pick<Bundles, "byId" | "chosen" | "insert" | "update">;
};

/**
 * Makes a bundle and puts it on sale; it is paid to the wallet of its items, and stands in the category of the first
 * one. Returns its id. Throws `invalid_input` with the field that is not valid, for products that can't be
 * sold together and where the account has too many bundles, and the errors of `checkPayout`.
 */
export async function makeBundle(
  { seller, fields }: { seller: Seller; fields: BundleFields },
  deps: Deps & { ids: Pick<Ids, "short"> },
): Promise<string> {
  const { items, ...terms } = parseBundle(fields);
  const first = await firstOf(seller.uid, items, deps);
  const payout = { recipient: first.recipient, priceLamports: terms.priceLamports, isFree: false };
  await checkPayout({ seller, payout, stored: null }, deps);
  const at = deps.clock.now();
  const id = deps.ids.short();
  const { recipient, categoryId, subcategoryId, type } = first;
  const refusal = await deps.bundles.insert(
    {
      ...{ ...terms, id, ownerUid: seller.uid, recipient, categoryId, subcategoryId, type },
      ...{ isFree: false, isPriceChosen: false, suggestedLamports: null },
      ...imageColumns({ cover: NO_IMAGE, image: NO_IMAGE }),
      ...{ descriptionFormat: "markdown", saleType: "infinite", saleLimit: null },
      ...{ releaseId: null, productFileName: "", status: "active", createdAt: at, updatedAt: at },
    },
    items,
  );
  if (refusal) throw problemOf(refusal);
  return id;
}

/**
 * Changes what a bundle consists of: it is paid to the wallet of its items from now on. Throws `not_found`, also for
 * another seller's; `conflict` where it was saved since the form was opened (`replaces`, epoch ms); and what
 * `makeBundle` throws.
 */
export async function changeItems(
  {
    seller,
    id,
    items,
    replaces,
  }: { seller: Seller; id: string; items: readonly string[]; replaces: number },
  deps: Deps,
): Promise<void> {
  const { uid: ownerUid } = seller;
  const bundle = await deps.bundles.byId(ownerUid, id);
  if (!bundle) throw new Problem("not_found");
  const chosen = parseItems(items);
  const { recipient } = await firstOf(ownerUid, chosen, deps);
  const { priceLamports } = bundle;
  const payout = { recipient, priceLamports, isFree: false };
  await checkPayout({ seller, payout, stored: { ...payout, recipient: bundle.recipient } }, deps);
  const at = Math.max(replaces + 1, deps.clock.now());
  const change = { id, ownerUid, items: chosen, recipient, at, replaces };
  const refusal = await deps.bundles.update(change);
  if (refusal) throw problemOf(refusal);
}

/** The first item, which the bundle follows in wallet and category. The write asks the same of all. */
async function firstOf(uid: string, items: readonly string[], { bundles }: Deps) {
  const found = await bundles.chosen(uid, items);
  const [first] = found;
  if (!first || found.length < items.length) throw problemOf({ why: "foreign" });
  const refused = found.map((item) => refusalOf(item, first)).find(Boolean);
  if (refused) throw problemOf(refused);
  return first;
}

function refusalOf(item: BundleItem, first: BundleItem): BundleWriteRefusal | null {
  const why = itemProblem(item, first);
  // One that is sold out stops the sale until the seller adds units or keys, and can be chosen.
  const canBeChosen = why === null || why === "sold_out" || why === "no_keys";
  return canBeChosen ? null : { why, title: item.title };
}

function problemOf(refusal: BundleWriteRefusal): Problem {
  const field = "item";
  switch (refusal.why) {
    case "changed":
      return new Problem("conflict");
    case "full":
      return new Problem("invalid_input", {
        messageKey: "bundles_full",
        params: { max: MAX_BUNDLES },
      });
    case "foreign":
      return new Problem("invalid_input", { messageKey: "listed_foreign", field });
    case "disabled":
    case "free":
    case "shared":
    case "wallet": {
      const params = { title: refusal.title };
      return new Problem("invalid_input", {
        messageKey: `bundle_item_${refusal.why}`,
        params,
        field,
      });
    }
    default:
      return assertNever(refusal);
  }
}
