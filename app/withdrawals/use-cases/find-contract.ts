import type { Contracts, ListedContract, NamedContract } from "../../../db/withdrawals/contracts";
import type { Clock } from "../../lib/ports";
import { GUEST_ACCESS_MS, type GuestBuyer } from "../../orders/rules/buyer";
import { namedIn } from "../rules/receipt-number";
import type { Proof } from "../rules/withdrawal";

/** Who declares, as far as the request shows it. */
export interface Declarant {
  /** The account that is signed in. */
  account: { uid: string; wallet: string | null } | null;
  /** The browser, where it holds a secret of purchases without an account. */
  guest: GuestBuyer | null;
}

/** Contracts to choose from; an account with more names the older ones by their numbers. */
const MAX_LISTED = 50;

/** The contracts of the person, the newest first. */
export async function listContracts(
  { account, guest }: Declarant,
  { contracts, clock }: { contracts: Pick<Contracts, "ofBuyer" | "ofGuest">; clock: Clock },
): Promise<ListedContract[]> {
  const since = clock.now() - GUEST_ACCESS_MS;
  const [own, guests] = await Promise.all([
    account ? contracts.ofBuyer(account.uid, MAX_LISTED) : [],
    guest ? contracts.ofGuest(guest.secretHash, since, MAX_LISTED) : [],
  ]);
  const ids = new Set(own.map(({ orderId }) => orderId));
  return [...own, ...guests.filter(({ orderId }) => !ids.has(orderId))];
}

export interface FoundContract {
  order: NamedContract;
  /** Null where nothing proves that the person is the buyer. */
  proof: Proof | null;
}

/**
 * The paid order that was chosen from the list, or that a text names, one that is proved before any other;
 * null for none.
 */
export async function findContract(
  { text, orderId }: { text: string; orderId: string | null },
  declarant: Declarant,
  { contracts, clock }: { contracts: Pick<Contracts, "named">; clock: Clock },
): Promise<FoundContract | null> {
  const named = orderId === null ? namedIn(text) : { numbers: [], words: [orderId] };
  if (named.numbers.length === 0 && named.words.length === 0) return null;
  const numbers = new Set(named.numbers);
  const found = (await contracts.named(named)).map((order) => ({
    order,
    proof: proofOf(order, declarant, numbers, clock.now()),
  }));
  return found.find(({ proof }) => proof !== null) ?? found[0] ?? null;
}

function proofOf(
  order: NamedContract,
  { account, guest }: Declarant,
  numbers: ReadonlySet<string>,
  now: number,
): Proof | null {
  if (account && order.buyerUid === account.uid) return "account";
  if (account?.wallet && order.payerWallet === account.wallet) return "wallet";
  // Another payment of the order is its payer's alone, who may not know the browser.
  const isBrowsers = order.signature !== null && order.guestSignature === order.signature;
  const isRecent = now < order.createdAt + GUEST_ACCESS_MS;
  if (guest && isBrowsers && isRecent && order.guestSecretHash === guest.secretHash) {
    return "browser";
  }
  return order.receiptNumber !== null && numbers.has(order.receiptNumber) ? "receipt" : null;
}
