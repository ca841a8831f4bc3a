import { accountBuyer, type Buyer } from "../../../app/orders/rules/buyer";
import type { OpenedOrder } from "../model/story";
import type { Person, World } from "../world";

/** True for who can open orders: by an account, or in a browser without one. */
export function hasBrowser({ uid, secrets }: Person): boolean {
  return uid !== null || secrets.length > 0;
}

/** True for an order that a page shows: those that an Action opened have none. */
export function hasPage({ buyerUid, secret }: OpenedOrder): boolean {
  return buyerUid !== null || secret !== null;
}

/** The secret by which a person opened an order; null for an order of theirs by account or wallet. */
export function secretOf({ story }: World, { secrets }: Person, order: string): string | null {
  for (const event of story.events) {
    if (event.kind !== "opened" || event.order !== order || event.secret === null) continue;
    return secrets.includes(event.secret) ? event.secret : null;
  }
  return null;
}

/** As whom a person asks for an order: by the browser that opened it, else by account. */
export function buyerOf(world: World, person: Person, order: string): Buyer {
  const secretHash = secretOf(world, person, order);
  return secretHash === null ? accountBuyer(person.uid ?? "") : { kind: "guest", secretHash };
}
