/**
 * What a buyer sees of a key.
 * - `given`: the key; `isStanding` is false once it was revoked or disabled
 * - `preparing`: it is not known yet which one is theirs, and a later view shows it
 * - `missing`: the seller has to add keys
 */
export type ShownKey =
  | { state: "given"; key: string; isStanding: boolean }
  | { state: "preparing" | "missing" };
