import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";
import type { Authors } from "../../../db/sharing/authors";
import type { Invitation, Invitations } from "../../../db/sharing/invitations";
import { chosenName } from "../../accounts/rules/chosen-name";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Product } from "../../products/rules/product";
import { isOpenInvitation, MAX_AUTHORS, MAX_CHANGES_PER_DAY } from "../rules/author";
import { assertLeavesEnough, type SplitDeps } from "./check-split";

/** The oldest change of the last day may be hours old. */
const CHANGES_RETRY_SECONDS = 3_600;

interface ReadingDeps {
  clock: Clock;
  products: Pick<Products, "byId">;
  users: Pick<Users, "byUid">;
  authors: Pick<Authors, "ofProduct">;
  invitations: Pick<Invitations, "find">;
}

interface Viewer {
  uid: string;
  wallet: string | null;
}

/** What an invitation says, and whether this person can accept it. */
export interface ShownInvitation {
  product: { id: string; title: string; priceLamports: bigint };
  /** `name` is empty where none was chosen. */
  seller: { uid: string; name: string };
  bps: number;
  /** `own`: the seller's; `already`: they share in it; `no_wallet`: a wallet has to be linked first. */
  state: "open" | "own" | "already" | "no_wallet";
}

/** The invitation of a link, which stays open. Throws `not_found`, `expired` (too late, or answered). */
export async function readInvitation(
  { token, viewer }: { token: string; viewer: Viewer },
  deps: ReadingDeps,
): Promise<ShownInvitation> {
  const { invitation, product } = await findOpen(await hashToken(token), deps);
  const [seller, authors] = await Promise.all([
    deps.users.byUid(product.ownerUid),
    deps.authors.ofProduct(product.id),
  ]);
  if (!seller) throw new Problem("expired");
  const { id, title, priceLamports } = product;
  return {
    product: { id, title, priceLamports },
    seller: { uid: seller.uid, name: chosenName(seller.displayName) },
    bps: invitation.bps,
    state: stateFor(viewer, product, authors),
  };
}

function stateFor(
  { uid, wallet }: Viewer,
  { ownerUid }: Product,
  authors: readonly { uid: string }[],
): ShownInvitation["state"] {
  if (ownerUid === uid) return "own";
  if (authors.some((author) => author.uid === uid)) return "already";
  return wallet === null ? "no_wallet" : "open";
}

async function findOpen(
  tokenHash: string,
  deps: Pick<ReadingDeps, "clock" | "products" | "invitations">,
): Promise<{ invitation: Invitation; product: Product }> {
  const invitation = await deps.invitations.find(tokenHash);
  if (!invitation) throw new Problem("not_found");
  if (!isOpenInvitation(invitation, deps.clock.now())) throw new Problem("expired");
  const product = await deps.products.byId(invitation.productId);
  if (product?.ownerUid !== invitation.ownerUid || product.status === "draft") {
    throw new Problem("expired");
  }
  return { invitation, product };
}

type AcceptingDeps = ReadingDeps &
  SplitDeps & {
    authors: Pick<Authors, "ofProduct" | "accept" | "countChanges">;
  };

/**
 * Makes the person an author of the product. Throws what `readInvitation` throws; `conflict` for its seller, for who
 * is an author already, without a linked wallet, and where something has changed meanwhile; `invalid_input` where the
 * price leaves the seller too little or the product has its authors; `slow_down` after the changes of a day.
 */
export async function acceptInvitation(
  { token, viewer }: { token: string; viewer: Viewer },
  deps: AcceptingDeps,
): Promise<void> {
  const tokenHash = await hashToken(token);
  const { invitation, product } = await findOpen(tokenHash, deps);
  const authors = await deps.authors.ofProduct(product.id);
  const { uid, wallet } = viewer;
  if (stateFor(viewer, product, authors) !== "open" || wallet === null) {
    throw new Problem("conflict");
  }
  if (authors.length >= MAX_AUTHORS) {
    throw new Problem("invalid_input", {
      messageKey: "authors_full",
      params: { max: MAX_AUTHORS },
    });
  }
  const parts = [...authors.map(({ bps }) => bps), invitation.bps];
  await assertLeavesEnough(product, parts, "percent", deps);
  const at = deps.clock.now();
  const { id: productId, version } = product;
  if (await deps.authors.accept({ tokenHash, uid, wallet }, { productId, version }, at)) return;
  throw await reasonNotChanged(productId, deps);
}

/** Ends the invitation. Throws `not_found`, `expired`. */
export async function declineInvitation(
  { token }: { token: string },
  deps: Pick<ReadingDeps, "clock" | "products"> & {
    invitations: Pick<Invitations, "find" | "decline">;
  },
): Promise<void> {
  const tokenHash = await hashToken(token);
  await findOpen(tokenHash, deps);
  if (!(await deps.invitations.decline(tokenHash, deps.clock.now()))) throw new Problem("expired");
}

/** Why a write to the authors of a product was refused: `slow_down` after the changes of a day, else `conflict`. */
export async function reasonNotChanged(
  productId: string,
  deps: { clock: Clock; authors: Pick<Authors, "countChanges"> },
): Promise<Problem> {
  const changes = await deps.authors.countChanges(productId, deps.clock.now());
  if (changes < MAX_CHANGES_PER_DAY) return new Problem("conflict");
  const params = { max: MAX_CHANGES_PER_DAY };
  const retryAfterSeconds = CHANGES_RETRY_SECONDS;
  return new Problem("slow_down", { messageKey: "authors_changed", params, retryAfterSeconds });
}
