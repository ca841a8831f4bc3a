import { DAY_MS } from "../../lib/time-zone";

/**
 * What shows that a declaration is the buyer's.
 * - `account`: the buyer of the order was signed in
 * - `browser`: the browser without an account that paid for the order made it
 * - `wallet`: the wallet that paid is linked to the account that was signed in
 * - `receipt`: it names the random number on the receipt
 */
export const PROOFS = ["account", "browser", "wallet", "receipt"] as const;
export type Proof = (typeof PROOFS)[number];

/** In characters. */
export const MAX_NAME_CHARS = 120;
export const MAX_CONTACT_CHARS = 254;
export const MAX_CONTRACT_CHARS = 500;
export const MAX_REFUSAL_CHARS = 1_000;

/** From the declaration on, a seller has this time to pay back (directive 2011/83/EU, article 13). */
export const REFUND_PERIOD_MS = 14 * DAY_MS;

/** What a person declares. */
export interface Declaration {
  name: string;
  /** The contract in the person's words, or by its title and number where it was chosen from a list. */
  contract: string;
  /** How the person can be reached. */
  contact: string;
}

/** A declaration as it was received. */
export interface ReceivedDeclaration extends Declaration {
  id: string;
  /** Epoch ms. */
  declaredAt: number;
}

/**
 * The text whose SHA-256 stands for the declaration: JSON without spaces, its members in this order. The
 * id is random, so that the hash gives away nothing of what was declared.
 */
export function canonicalDeclaration(received: ReceivedDeclaration): string {
  const { id, name, contract, contact, declaredAt } = received;
  return JSON.stringify({
    version: 1,
    id,
    name,
    contract,
    contact,
    declaredAt: new Date(declaredAt).toISOString(),
  });
}
