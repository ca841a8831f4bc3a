import type { Products } from "../../../db/products/products";
import type { AuthorChange, Authors } from "../../../db/sharing/authors";
import type { Invitations } from "../../../db/sharing/invitations";
import { chosenName } from "../../accounts/rules/chosen-name";
import { formatPrice } from "../../lib/lamports";
import type { Clock } from "../../lib/ports";
import { ownProduct } from "../../products/use-cases/ownership";
import { type ChangeKind, INVITATION_LIFETIME_MS } from "../rules/author";

/** A person by the public name, which is empty where none was chosen; null for an account that was deleted. */
export type ShownPerson = { uid: string; name: string } | null;

export interface ShownChange {
  productId: string;
  kind: ChangeKind;
  person: ShownPerson;
  by: ShownPerson;
  /** Basis points. */
  fromBps: number;
  toBps: number;
  /** Epoch ms. */
  at: number;
}

/** The page on which a seller says who shares in a product. Throws `not_found`. */
export async function readAuthors(
  { uid, productId }: { uid: string; productId: string },
  deps: {
    clock: Clock;
    products: Pick<Products, "byId">;
    authors: Pick<Authors, "ofProduct" | "changesOfProduct">;
    invitations: Pick<Invitations, "openOf">;
  },
) {
  const product = await ownProduct({ uid, productId }, deps);
  const [authors, invitations, changes] = await Promise.all([
    deps.authors.ofProduct(productId),
    deps.invitations.openOf(productId, deps.clock.now()),
    deps.authors.changesOfProduct(productId),
  ]);
  return {
    product: { id: product.id, title: product.title, price: formatPrice(product) },
    authors: authors.map(({ uid, displayName, bps, wallet, acceptedAt }) => ({
      ...{ uid, name: chosenName(displayName), bps, wallet, acceptedAt },
    })),
    invitations: invitations.map(({ id, bps, note, createdAt }) => ({
      ...{ id, bps, note, endsAt: createdAt + INVITATION_LIFETIME_MS },
    })),
    changes: changes.map(shownChange),
  };
}

export function shownChange(change: AuthorChange): ShownChange {
  const { productId, kind, uid, name, byUid, byName, fromBps, toBps, at } = change;
  const [person, by] = [shownPerson(uid, name), shownPerson(byUid, byName)];
  return { productId, kind, person, by, fromBps, toBps, at };
}

export function shownPerson(uid: string, stored: string | null): ShownPerson {
  return stored === null ? null : { uid, name: chosenName(stored) };
}
