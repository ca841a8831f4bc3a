import type { Affiliates, Affiliation } from "../../../db/affiliates/affiliates";
import type { AffiliateInvitations, Offered } from "../../../db/affiliates/invitations";
import type { Products } from "../../../db/products/products";
import { hashToken } from "../../accounts/use-cases/hash-token";
import { encodeBase64Url } from "../../lib/base64";
import { cleanText } from "../../lib/clean-text";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { AFFILIATE_CODE_BYTES, MAX_APPLICATION_CHARS } from "../rules/affiliate";

/** The person, as their session knows them. */
interface Person {
  uid: string;
  wallet: string | null;
}

type NewAffiliateDeps = { clock: Clock; ids: Pick<Ids, "uuid" | "bytes"> };

function newAffiliate({ ids, clock }: NewAffiliateDeps) {
  const code = encodeBase64Url(ids.bytes(AFFILIATE_CODE_BYTES));
  return { id: ids.uuid(), code, at: clock.now() };
}

/** What a person can apply for. */
export interface Application {
  product: { id: string; title: string };
  /** Basis points; null where the product pays nobody now. */
  bps: number | null;
  isOpen: boolean;
  isOwn: boolean;
  hasWallet: boolean;
  standing: Affiliation | null;
}

/** Throws `not_found` for a product that takes no applications, and to which the person is nothing. */
export async function readApplication(
  { productId, person }: { productId: string; person: Person },
  deps: { products: Pick<Products, "byId">; affiliates: Pick<Affiliates, "ofPerson"> },
): Promise<Application> {
  const [product, standing] = await Promise.all([
    deps.products.byId(productId),
    deps.affiliates.ofPerson(productId, person.uid),
  ]);
  if (!product || product.status === "draft") throw new Problem("not_found");
  const { id, title, affiliateBps, isOpenToAffiliates, status, ownerUid } = product;
  const isOpen = affiliateBps !== null && isOpenToAffiliates && status === "active";
  if (!isOpen && !standing) throw new Problem("not_found");
  return {
    product: { id, title },
    bps: standing?.bps ?? affiliateBps,
    isOpen,
    isOwn: ownerUid === person.uid,
    hasWallet: person.wallet !== null,
    standing,
  };
}

/**
 * Applies to recommend a product. Throws `not_found`, `own_product`, `invalid_input` for a long note, and `conflict`
 * without a linked wallet, for a person whom the seller has answered, and where a bound is reached.
 */
export async function applyAsAffiliate(
  { productId, person, note: typed }: { productId: string; person: Person; note: string },
  deps: NewAffiliateDeps & {
    products: Pick<Products, "byId">;
    affiliates: Pick<Affiliates, "ofPerson" | "apply">;
  },
): Promise<void> {
  const { isOwn, isOpen } = await readApplication({ productId, person }, deps);
  if (!isOpen) throw new Problem("not_found");
  if (isOwn) throw new Problem("own_product", { messageKey: "affiliate_own" });
  const note = cleanText(typed);
  if (note.length > MAX_APPLICATION_CHARS)
    throw new Problem("invalid_input", { messageKey: "affiliate_note", field: "note" });
  if (person.wallet === null) throw withoutWallet();
  const row = { ...newAffiliate(deps), productId, uid: person.uid, note };
  if (!(await deps.affiliates.apply(row)))
    throw new Problem("conflict", { messageKey: "affiliate_not_taken" });
}

/** 43 characters of base64url. */
const TOKEN = /^[\w-]{43}$/;

/** What an invitation offers. Throws `not_found` where nobody can accept it any more. */
export async function readOffered(
  { token }: { token: string },
  deps: { clock: Clock; affiliateInvitations: Pick<AffiliateInvitations, "byTokenHash"> },
): Promise<Offered> {
  const tokenHash = TOKEN.test(token) ? await hashToken(token) : null;
  const offered =
    tokenHash && (await deps.affiliateInvitations.byTokenHash(tokenHash, deps.clock.now()));
  if (!offered) throw new Problem("not_found");
  return offered;
}

/** Accepts an invitation. Throws `not_found`, `own_product`, and `conflict` where the person can't accept it. */
export async function acceptOffered(
  { token, person }: { token: string; person: Person },
  deps: NewAffiliateDeps & {
    affiliateInvitations: Pick<AffiliateInvitations, "byTokenHash" | "accept">;
  },
): Promise<void> {
  const { ownerUid } = await readOffered({ token }, deps);
  if (ownerUid === person.uid) throw new Problem("own_product", { messageKey: "affiliate_own" });
  if (person.wallet === null) throw withoutWallet();
  const acceptance = { ...newAffiliate(deps), uid: person.uid };
  if (!(await deps.affiliateInvitations.accept(await hashToken(token), acceptance)))
    throw new Problem("conflict", { messageKey: "affiliate_not_taken" });
}

function withoutWallet(): Problem {
  return new Problem("conflict", { messageKey: "affiliate_wallet" });
}
