import type { Authors } from "../../../db/sharing/authors";
import { formatSol } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import type { ReceivedShares } from "../ports";
import type { ShareOfSale } from "../rules/share";
import { shownChange, shownPerson } from "./read-authors";

/** Sales on the page of shares; the report has all. */
export const SALES_SHOWN = 100;

interface Deps {
  authors: Pick<Authors, "ofPerson" | "changesFor">;
  receivedShares: ReceivedShares;
}

/** What a person shares in, and what they got of it. Amounts in SOL as decimal text. */
export async function readShares({ uid }: { uid: string }, deps: Deps) {
  const [shares, changes, totals, owedBy, sales] = await Promise.all([
    deps.authors.ofPerson(uid),
    deps.authors.changesFor(uid),
    deps.receivedShares.totals(uid),
    deps.receivedShares.owedBy(uid),
    deps.receivedShares.sales(uid, SALES_SHOWN),
  ]);
  return {
    shares: shares.map(({ sellerUid, sellerName, ...share }) => ({
      ...share,
      seller: shownPerson(sellerUid, sellerName),
    })),
    changes: changes.map(shownChange),
    totals: {
      received: formatSol(totals.received),
      owed: formatSol(totals.owed),
      withheld: formatSol(totals.withheld),
      dueBack: formatSol(totals.dueBack),
    },
    owedBy: owedBy.map(({ sellerUid, sellerName, lamports }) => ({
      ...{ sellerUid, seller: shownPerson(sellerUid, sellerName), owed: formatSol(lamports) },
    })),
    sales: sales.map(shownSale),
    isCut: sales.length === SALES_SHOWN,
  };
}

function shownSale({ received, owed, withheld, ...sale }: ShareOfSale) {
  const amounts = { received, owed, withheld };
  return { ...sale, ...inSol(amounts) };
}

function inSol<Name extends string>(amounts: Record<Name, bigint>): Record<Name, string> {
  const texts = Object.entries<bigint>(amounts).map(([name, lamports]) => [
    name,
    formatSol(lamports),
  ]);
  return Object.fromEntries(texts);
}

/** The share of one sale, for its receipt. Throws `not_found`, also for a sale in which the person does not share. */
export async function readShare(
  { uid, orderId }: { uid: string; orderId: string },
  deps: { receivedShares: Pick<ReceivedShares, "sale"> },
) {
  const share = await deps.receivedShares.sale(uid, orderId);
  if (!share) throw new Problem("not_found");
  const { received, owed, withheld, priceLamports, sellerUid, sellerName, ...rest } = share;
  return {
    ...rest,
    ...inSol({ received, owed, withheld, price: priceLamports }),
    seller: shownPerson(sellerUid, sellerName),
  };
}
