import type { Bundles } from "../../../db/bundles/bundles";
import { formatSol } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import {
  type BundleItem,
  itemProblem,
  leftOf,
  listPriceOf,
  type ShownChoice,
  savedPercent,
} from "../rules/bundle";

interface Deps {
  bundles: Pick<Bundles, "byId" | "choices" | "ofOwner">;
}

/** A seller's bundles, the newest first, each with what stops its sale. */
export async function listBundles({ uid }: { uid: string }, { bundles }: Pick<Deps, "bundles">) {
  const rows = await bundles.ofOwner(uid);
  return rows.map(({ items, ...bundle }) => ({
    id: bundle.id,
    title: bundle.title,
    isActive: bundle.status === "active",
    ...amountsOf(bundle, items),
    items: items.map(({ id, title }) => ({ id, title })),
    stops: stopsOf(items, bundle),
  }));
}

/** What the form of a new bundle shows; `copied` is the bundle that it starts as. */
export async function readNewBundle(
  { uid, copied }: { uid: string; copied: string | null },
  { bundles }: Deps,
): Promise<{ choices: ShownChoice[] }> {
  const rows = await bundles.choices(uid, copied ?? "");
  const choices = rows.filter(({ isOffered }) => isOffered);
  return { choices: choices.map(toChoice) };
}

/** A seller's bundle with its items and the products to choose from. Throws `not_found`, also for another seller's. */
export async function readBundle({ uid, id }: { uid: string; id: string }, { bundles }: Deps) {
  const bundle = await bundles.byId(uid, id);
  if (!bundle) throw new Problem("not_found");
  const rows = await bundles.choices(uid, id);
  const items = rows.filter(({ isChosen }) => isChosen);
  return {
    id,
    title: bundle.title,
    updatedAt: bundle.updatedAt,
    isActive: bundle.status === "active",
    ...amountsOf(bundle, items),
    stops: stopsOf(items, bundle),
    choices: rows.map(toChoice),
  };
}

function amountsOf(bundle: { priceLamports: bigint }, items: readonly BundleItem[]) {
  const list = listPriceOf(items);
  return {
    price: formatSol(bundle.priceLamports),
    list: formatSol(list),
    saved: savedPercent(bundle.priceLamports, list),
  };
}

function stopsOf(items: readonly BundleItem[], bundle: { recipient: string }) {
  return items.flatMap((item) => {
    const problem = itemProblem(item, bundle);
    return problem ? [{ id: item.id, title: item.title, problem }] : [];
  });
}

function toChoice(item: BundleItem & { isChosen: boolean }): ShownChoice {
  const { id, title, priceLamports, isChosen } = item;
  return { id, title, price: formatSol(priceLamports), left: leftOf(item), isChosen };
}
