import type { Media } from "../../../db/products/media";
import type { SellPages } from "../../../db/storefront/sell-pages";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../../products/ports";
import {
  cleanFileName,
  imageKey,
  PAGE_FOLDER,
  type PageImageSlot,
} from "../../products/rules/file-names";
import {
  type CheckedImage,
  checkImageChange,
  type ImageChange,
  removeImages,
  storeImage,
} from "../../products/use-cases/images";
import type { SellPageContent } from "../rules/sell-page-form";

export interface SellPageEdit {
  uid: string;
  /** Epoch ms of the version that the form was filled from; 0 for a new page. */
  replaces: number;
  content: SellPageContent;
  banner: ImageChange;
  logo: ImageChange;
}

interface Deps {
  sellPages: Pick<SellPages, "saved" | "countOwn" | "save">;
  files: Pick<FileStore, "put" | "remove">;
  media: Pick<Media, "insert" | "removeByKeys">;
  clock: Clock;
  ids: Ids;
}

/**
 * Saves a seller's public page. Throws `conflict` where it was saved since the form was opened,
 * `invalid_input` for a product that is not the seller's (or does not exist), and the errors of
 * `checkImage`.
 */
export async function saveSellPage(edit: SellPageEdit, deps: Deps): Promise<void> {
  const { uid, replaces, content } = edit;
  const current = await deps.sellPages.saved(uid);
  if ((current?.updatedAt ?? 0) !== replaces) throw new Problem("conflict");
  await assertOwnProducts(edit, deps);
  const checked = {
    banner: checkImageChange("banner", edit.banner),
    logo: checkImageChange("logo", edit.logo),
  };
  const before = { banner: current?.bannerKey ?? "", logo: current?.logoKey ?? "" };
  const [bannerKey, logoKey] = await Promise.all([
    newKey("banner", before.banner, { uid, change: checked.banner }, deps),
    newKey("logo", before.logo, { uid, change: checked.logo }, deps),
  ]);
  const updatedAt = Math.max(replaces + 1, deps.clock.now());
  const page = { ...content, bannerKey, logoKey, updatedAt };
  const saved = await deps.sellPages.save(uid, page, replaces);
  const [kept, left] = saved
    ? [[bannerKey, logoKey], Object.values(before)]
    : [Object.values(before), [bannerKey, logoKey]];
  const unused = left.filter((key) => !kept.includes(key));
  await removeImages(unused, deps);
  if (saved) return;
  await assertOwnProducts(edit, deps);
  throw new Problem("conflict");
}

async function assertOwnProducts({ uid, content }: SellPageEdit, deps: Deps): Promise<void> {
  const { productIds } = content;
  if ((await deps.sellPages.countOwn(uid, productIds)) === productIds.length) return;
  throw new Problem("invalid_input", { messageKey: "listed_foreign", field: "listed" });
}

async function newKey(
  slot: PageImageSlot,
  current: string,
  { uid, change }: { uid: string; change: CheckedImage | "remove" | null },
  deps: Deps,
): Promise<string> {
  if (change === null) return current;
  if (change === "remove") return "";
  const owner = { uid, folder: PAGE_FOLDER };
  const key = imageKey(owner, slot, cleanFileName(change.name), deps.ids.short());
  await storeImage({ key, ownerUid: uid, productId: null }, change.large, deps);
  return key;
}
