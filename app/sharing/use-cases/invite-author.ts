import type { Products } from "../../../db/products/products";
import type { Authors } from "../../../db/sharing/authors";
import type { Invitations } from "../../../db/sharing/invitations";
import { hashToken } from "../../accounts/use-cases/hash-token";
import { cleanLine } from "../../lib/clean-text";
import { offerPaths } from "../../lib/offer-paths";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { ownProduct } from "../../products/use-cases/ownership";
import {
  INVITATION_LIFETIME_MS,
  MAX_AUTHORS,
  MAX_INVITATION_NOTE_CHARS,
  parseAuthorPart,
} from "../rules/author";
import { assertLeavesEnough, type SplitDeps } from "./check-split";

/** An invitation that was refused for its number can be made once another one has ended. */
const RETRY_SECONDS = 3_600;
/** Rows stay for a while after their time: who opens an old link reads that it has expired. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

type Deps = SplitDeps & {
  ids: Pick<Ids, "token" | "short">;
  settings: Pick<Settings, "appOrigin">;
  products: Pick<Products, "byId">;
  authors: Pick<Authors, "ofProduct">;
  invitations: Pick<Invitations, "insert">;
};

interface Input {
  uid: string;
  productId: string;
  /** As typed. */
  percent: string;
  note: string;
}

/** A percentage that an author can have, in basis points. Throws `invalid_input`. */
export function checkedPercent(percent: string): number {
  const bps = parseAuthorPart(percent);
  if (bps !== null) return bps;
  throw new Problem("invalid_input", { messageKey: "percent_invalid", field: "percent" });
}

/**
 * Makes a link by which one person can become an author of the seller's product. Only the hash of its token is
 * stored: the address is shown once. Throws `not_found`; `invalid_input` for the percentage, the note, a price that
 * leaves the seller too little, and a product that has its authors; `slow_down` where too many are open.
 */
export async function inviteAuthor(
  { uid, productId, percent, note: typed }: Input,
  deps: Deps,
): Promise<string> {
  const product = await ownProduct({ uid, productId }, deps);
  const bps = checkedPercent(percent);
  const note = cleanLine(typed);
  if (note.length > MAX_INVITATION_NOTE_CHARS) {
    throw new Problem("invalid_input", { messageKey: "invitation_note_too_long", field: "note" });
  }
  const authors = await deps.authors.ofProduct(productId);
  if (authors.length >= MAX_AUTHORS) {
    throw new Problem("invalid_input", {
      messageKey: "authors_full",
      params: { max: MAX_AUTHORS },
    });
  }
  const parts = [...authors.map((author) => author.bps), bps];
  await assertLeavesEnough(product, parts, "percent", deps);
  const token = deps.ids.token();
  const createdAt = deps.clock.now();
  const invitation = { id: deps.ids.short(), productId, ownerUid: uid, bps, note, createdAt };
  if (!(await deps.invitations.insert(await hashToken(token), invitation))) {
    throw new Problem("slow_down", { retryAfterSeconds: RETRY_SECONDS });
  }
  return deps.settings.appOrigin + offerPaths.coAuthor(token);
}

/** Ends an invitation that nobody has answered. Throws `not_found`. */
export async function revokeInvitation(
  { uid, id }: { uid: string; id: string },
  deps: { clock: Clock; invitations: Pick<Invitations, "revoke"> },
): Promise<void> {
  if (!(await deps.invitations.revoke(id, uid, deps.clock.now()))) throw new Problem("not_found");
}

/** Removes invitations that ended long ago. */
export async function purgeInvitations(deps: {
  clock: Clock;
  invitations: Pick<Invitations, "removeOldest">;
}): Promise<void> {
  await deps.invitations.removeOldest(deps.clock.now() - INVITATION_LIFETIME_MS - KEPT_MS);
}
