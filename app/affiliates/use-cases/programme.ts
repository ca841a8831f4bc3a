import type { Affiliates } from "../../../db/affiliates/affiliates";
import type { AffiliateInvitations } from "../../../db/affiliates/invitations";
import type { PlanId } from "../../accounts/rules/plan";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Log } from "../../lib/log";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { planTerms } from "../../products/rules/plans";
import type { Product } from "../../products/rules/product";
import { isEnoughForSeller, sellersLeast } from "../../products/rules/split";
import type { Chain } from "../../solana/chain";
import type { AffiliateBooks, CoAuthors } from "../ports";
import {
  affiliateBps,
  LINK_LIFETIME_MS,
  MAX_AFFILIATES,
  type SellerDecision,
} from "../rules/affiliate";

/** A product of the seller, and what its commission follows from. */
interface Owned {
  product: Product;
  /** In force. */
  plan: PlanId;
}

interface PartDeps {
  settings: Pick<Settings, "feeBps">;
  log: Log;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  authors: CoAuthors;
}

type ProgrammeDeps = PartDeps & {
  clock: Clock;
  affiliates: Pick<Affiliates, "setProgramme" | "largestOwnBps" | "setBps">;
  affiliateInvitations: Pick<AffiliateInvitations, "largestBps" | "insert">;
};

/**
 * Switches affiliates on with a percent, or off. Throws `invalid_input` for a percent that can't be, for a free product,
 * and where the seller would keep too little of a sale by whoever has the largest percent.
 */
export async function saveProgramme(
  { product, plan }: Owned,
  typed: { isOn: boolean; percent: string; isOpen: boolean },
  deps: ProgrammeDeps,
): Promise<void> {
  if (!typed.isOn) {
    await save(product, { bps: null, isOpen: false }, deps);
    return;
  }
  const bps = bpsOf(typed.percent);
  const [own, invited] = await Promise.all([
    deps.affiliates.largestOwnBps(product.id),
    deps.affiliateInvitations.largestBps(product.id, deps.clock.now()),
  ]);
  await checkSellersPart({ product, plan }, Math.max(bps, own, invited), deps);
  await save(product, { bps, isOpen: typed.isOpen }, deps);
}

async function save(
  product: Product,
  programme: { bps: number | null; isOpen: boolean },
  { affiliates }: Pick<ProgrammeDeps, "affiliates">,
): Promise<void> {
  if (!(await affiliates.setProgramme(product, programme))) throw new Problem("not_found");
}

/** Gives one affiliate a percent of their own; empty for that of the product. Throws as `saveProgramme`. */
export async function setOwnPercent(
  { product, plan }: Owned,
  { id, percent }: { id: string; percent: string },
  deps: ProgrammeDeps,
): Promise<void> {
  const bps = percent.trim() === "" ? null : bpsOf(percent);
  if (bps !== null) await checkSellersPart({ product, plan }, bps, deps);
  const row = { id, productId: product.id, ownerUid: product.ownerUid };
  if (!(await deps.affiliates.setBps(row, bps, deps.clock.now()))) throw changedMeanwhile();
}

/**
 * Makes a link by which so many people can become affiliates, and returns its secret, which is nowhere else. Throws as
 * `saveProgramme`, and `conflict` where the product has 20 open links or pays nobody.
 */
export async function inviteAffiliates(
  { product, plan }: Owned,
  { percent, people }: { percent: string; people: string },
  deps: ProgrammeDeps & { ids: Pick<Ids, "uuid" | "token"> },
): Promise<string> {
  const bps = percent.trim() === "" ? null : bpsOf(percent);
  const capacity = peopleOf(people);
  if (bps !== null) await checkSellersPart({ product, plan }, bps, deps);
  const token = deps.ids.token();
  const createdAt = deps.clock.now();
  const isStored = await deps.affiliateInvitations.insert(
    {
      id: deps.ids.uuid(),
      productId: product.id,
      tokenHash: await hashToken(token),
      bps,
      capacity,
      createdAt,
      expiresAt: createdAt + LINK_LIFETIME_MS,
    },
    product.ownerUid,
  );
  if (!isStored) throw new Problem("conflict", { messageKey: "affiliate_links_full" });
  return token;
}

/** Ends a link. Throws `conflict` where it has ended. */
export async function revokeLink(
  { id: productId, ownerUid }: Pick<Product, "id" | "ownerUid">,
  { id }: { id: string },
  deps: { clock: Clock; affiliateInvitations: Pick<AffiliateInvitations, "revoke"> },
): Promise<void> {
  const row = { id, productId, ownerUid };
  const isRevoked = await deps.affiliateInvitations.revoke(row, deps.clock.now());
  if (!isRevoked) throw changedMeanwhile();
}

/** Decides on an application or an affiliate. Throws `conflict` where that can't be decided any more. */
export async function decideOnAffiliate(
  { id: productId, ownerUid }: Pick<Product, "id" | "ownerUid">,
  { id, decision }: { id: string; decision: SellerDecision },
  deps: { clock: Clock; affiliates: Pick<Affiliates, "decide"> },
): Promise<void> {
  const row = { id, productId, ownerUid };
  if (!(await deps.affiliates.decide(row, decision, deps.clock.now()))) throw changedMeanwhile();
}

/** What the seller of a product sees of its affiliates. */
export async function readProgramme(
  { id }: Pick<Product, "id">,
  deps: {
    clock: Clock;
    affiliateBooks: Pick<AffiliateBooks, "ofProduct">;
    affiliateInvitations: Pick<AffiliateInvitations, "openOf">;
  },
) {
  const [people, invitations] = await Promise.all([
    deps.affiliateBooks.ofProduct(id),
    deps.affiliateInvitations.openOf(id, deps.clock.now()),
  ]);
  return { people, invitations };
}

function bpsOf(percent: string): number {
  const bps = affiliateBps(percent);
  if (bps === null)
    throw new Problem("invalid_input", { messageKey: "affiliate_percent", field: "percent" });
  return bps;
}

function peopleOf(text: string): number {
  const people = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  if (people < 1 || people > MAX_AFFILIATES)
    throw new Problem("invalid_input", { messageKey: "affiliate_people", field: "people" });
  return people;
}

function changedMeanwhile(): Problem {
  return new Problem("conflict", { messageKey: "affiliate_changed" });
}

/** Throws `invalid_input` where the seller would keep less than 5 %, or less than opens an empty wallet. */
async function checkSellersPart(
  { product, plan }: Owned,
  bps: number,
  { settings, log, chain, authors }: PartDeps,
): Promise<void> {
  const { priceLamports, recipient } = product;
  const refused = (messageKey: "affiliate_free" | "affiliate_share" | "affiliate_rent") =>
    new Problem("invalid_input", { messageKey, field: "percent" });
  if (priceLamports === 0n) throw refused("affiliate_free");
  const { feeBps } = planTerms(plan, settings);
  const parts = product.authorCount === 0 ? [] : await authors.ofProduct(product.id);
  const left = sellersLeast(
    priceLamports,
    feeBps,
    bps,
    parts.map((author) => author.bps),
  );
  if (!isEnoughForSeller(left, { priceLamports, rentMinimum: 0n }))
    throw refused("affiliate_share");
  const [[account], minimum] = await Promise.all([
    chain.accounts([recipient]),
    chain.rentMinimum(),
  ]).catch((error: unknown) => {
    log("chain_unread", { error });
    throw new Problem("unavailable");
  });
  if (!account && left < minimum) throw refused("affiliate_rent");
}
