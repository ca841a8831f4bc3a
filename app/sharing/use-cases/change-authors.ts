import type { Products } from "../../../db/products/products";
import type { Authors } from "../../../db/sharing/authors";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { ownProduct } from "../../products/use-cases/ownership";
import { reasonNotChanged } from "./answer-invitation";
import { assertLeavesEnough, type SplitDeps } from "./check-split";
import { checkedPercent } from "./invite-author";

interface Deps {
  clock: Clock;
  products: Pick<Products, "byId">;
  authors: Pick<Authors, "ofProduct" | "setPart" | "remove" | "countChanges">;
}

interface Input {
  /** Of the seller. */
  uid: string;
  productId: string;
  /** Uid of the author. */
  author: string;
}

/**
 * Gives an author another part, from the next quote on. Throws `not_found`; `invalid_input` for the percentage and where it
 * leaves the seller too little; `slow_down` after the changes of a day; `conflict`.
 */
export async function changeAuthor(
  { percent, ...input }: Input & { percent: string },
  deps: Deps & SplitDeps,
): Promise<void> {
  const { product, authors } = await readOwn(input, deps);
  const bps = checkedPercent(percent);
  const current = authors.find(({ uid }) => uid === input.author)?.bps;
  if (current === bps) return;
  const parts = authors.map((one) => (one.uid === input.author ? bps : one.bps));
  await assertLeavesEnough(product, parts, "percent", deps);
  const at = deps.clock.now();
  const write = { ...writeOf(input), version: product.version, at };
  if (!(await deps.authors.setPart(write, bps))) throw await reasonNotChanged(product.id, deps);
}

/** Ends the share of an author. Throws `not_found`; `slow_down` after the changes of a day; `conflict`. */
export async function removeAuthor(input: Input, deps: Deps): Promise<void> {
  const { product } = await readOwn(input, deps);
  const write = { ...writeOf(input), version: product.version, at: deps.clock.now() };
  if (!(await deps.authors.remove(write))) throw await reasonNotChanged(product.id, deps);
}

/** Ends the own share, which is always possible. Throws `not_found` where there is none. */
export async function leaveProduct(
  { uid, productId }: { uid: string; productId: string },
  deps: { clock: Clock; authors: Pick<Authors, "leave"> },
): Promise<void> {
  const left = await deps.authors.leave({ productId, uid, at: deps.clock.now() });
  if (!left) throw new Problem("not_found");
}

async function readOwn(
  { uid, productId, author }: Input,
  deps: Pick<Deps, "products" | "authors">,
) {
  const product = await ownProduct({ uid, productId }, deps);
  const authors = await deps.authors.ofProduct(productId);
  if (!authors.some((one) => one.uid === author)) throw new Problem("not_found");
  return { product, authors };
}

function writeOf({ uid, productId, author }: Input) {
  return { ownerUid: uid, productId, uid: author };
}
