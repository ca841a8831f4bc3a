import { isReservedName } from "./reserved-name";
import { WALLET_ACCOUNT_NAME } from "./wallet-account";

/**
 * The name that a person chose; empty for none, for the initial name of wallet accounts, and for one that
 * was stored before it was reserved.
 */
export function chosenName(stored: string): string {
  return stored === WALLET_ACCOUNT_NAME || isReservedName(stored) ? "" : stored;
}
