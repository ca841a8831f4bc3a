import type { Grants } from "../../../db/orders/grants";
import type { Products } from "../../../db/products/products";
import type { Releases } from "../../../db/products/releases";
import { sha256Base64Url } from "../../lib/base64";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { codeOf, type Terms } from "../../orders/rules/terms";
import type { FileStore } from "../../products/ports";
import { isDeliverable } from "../../products/use-cases/is-deliverable";
import { refusedCode } from "./read-code";

export interface FreePorts {
  clock: Clock;
  ids: Pick<Ids, "uuid">;
  settings: Pick<Settings, "rateScale">;
  products: Pick<Products, "byId">;
  releases: Pick<Releases, "filesOf">;
  files: Pick<FileStore, "head">;
  grants: Pick<Grants, "give" | "mayOffer">;
}

interface Input {
  productId: string;
  uid: string;
  /** The client's IPv4 address, or the /64 prefix of its IPv6 address. */
  address: string;
  /** Of a product with a price, whose code takes off the whole of it; absent for a free product. */
  terms?: Terms;
}

export type TakeFree = ReturnType<typeof createTakeFree>;

/** Free products, and those of which a code takes off the whole price: an account gets a right, by no order. */
export function createTakeFree(ports: FreePorts) {
  /**
   * Gives a free product to a person; who has it keeps what they have. Throws `not_found`, `own_product`,
   * `inactive` where it is not free, not on sale, or its file is missing, `code_refused` where a use or unit is not
   * free, and `slow_down` beyond the bounds.
   */
  async function takeFree({ productId, uid, address, terms }: Input): Promise<void> {
    const product = await ports.products.byId(productId);
    if (!product || product.status === "draft") throw new Problem("not_found");
    if (product.ownerUid === uid) throw new Problem("own_product");
    const code = terms && codeOf(terms);
    // Whoever may not offer free products may not give them by codes either.
    if (code && !(await ports.grants.mayOffer(product.ownerUid)))
      throw refusedCode("below_minimum");
    const at = ports.clock.now();
    if (product.isFree && !(await isDeliverable(product, ports))) {
      throw new Problem("inactive", { messageKey: "free_missing" });
    }
    const given = await ports.grants.give({
      id: ports.ids.uuid(),
      uid,
      productId,
      address: await sha256Base64Url(address),
      rateScale: ports.settings.rateScale,
      by: code && terms ? { codeId: code.id, takes: terms.takes, version: product.version } : null,
      at,
    });
    if (given.kind === "used_up") throw refusedCode("used_up");
    if (given.kind === "refused") throw new Problem("inactive");
    if (given.kind !== "too_many") return;
    const retryAfterSeconds = Math.ceil((given.retryAt - at) / 1_000);
    throw new Problem("slow_down", { messageKey: "free_too_many", retryAfterSeconds });
  }

  return takeFree;
}
