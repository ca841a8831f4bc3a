import type { SellPages } from "../../../db/storefront/sell-pages";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { StorageSettings } from "../../products/ports";
import {
  cleanFileName,
  imageKey,
  PAGE_FOLDER,
  type PageImageSlot,
} from "../../products/rules/file-names";
import { discardUnlessKept, type StoringDeps } from "../../products/use-cases/discard-unless-kept";
import {
  type CheckedImage,
  checkImageChange,
  type ImageChange,
  removeUnusedImages,
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

interface Deps extends StoringDeps {
  log: Log;
  settings: StorageSettings;
  sellPages: Pick<SellPages, "saved" | "countOwn" | "save">;
  clock: Clock;
  ids: Ids;
}

/**
 * Saves a seller's public page. Throws `conflict` where it was saved since the form was opened,
 * `invalid_input` for a product that is not the seller's (or does not exist), and the errors of
 * `checkImage` and `storeImage`.
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
  const kept = await discardUnlessKept(
    deps,
    async (storing) => {
      const [bannerKey, logoKey] = await Promise.all([
        newKey("banner", before.banner, { uid, change: checked.banner }, { ...deps, ...storing }),
        newKey("logo", before.logo, { uid, change: checked.logo }, { ...deps, ...storing }),
      ]);
      const updatedAt = Math.max(replaces + 1, deps.clock.now());
      const page = { ...content, bannerKey, logoKey, updatedAt };
      return (await deps.sellPages.save(uid, page, replaces)) ? [bannerKey, logoKey] : null;
    },
    async ({ images }) => {
      const now = await deps.sellPages.saved(uid);
      return [now?.bannerKey, now?.logoKey].some((key) => key && images.includes(key));
    },
  );
  if (!kept) {
    await assertOwnProducts(edit, deps);
    throw new Problem("conflict");
  }
  const unused = Object.values(before).filter((key) => !kept.includes(key));
  await removeUnusedImages(unused, deps);
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
