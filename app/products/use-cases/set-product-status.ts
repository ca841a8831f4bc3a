import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Products } from "../ports";

/** Takes a product off sale or puts it back. Throws `not_found` where it is not this person's. */
export async function setProductStatus(
  input: { uid: string; productId: string; status: "active" | "disabled" },
  deps: { clock: Clock } & { products: Pick<Products, "setStatus"> },
): Promise<void> {
  const { uid, productId, status } = input;
  const changed = await deps.products.setStatus(productId, uid, status, deps.clock.now());
  if (!changed) throw new Problem("not_found");
}
