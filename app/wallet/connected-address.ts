import { getWallets } from "@wallet-standard/app";
import { lastWalletName } from "./last-wallet";

/** Address of the browser wallet that this page is connected to now, or null. Asks nobody. */
export function connectedAddress(): string | null {
  const connected = getWallets()
    .get()
    .flatMap(({ name, accounts }) =>
      accounts
        .filter(({ chains }) => chains.some((chain) => chain.startsWith("solana:")))
        .map(({ address }) => ({ name, address })),
    );
  const last = connected.find(({ name }) => name === lastWalletName());
  return (last ?? connected[0])?.address ?? null;
}
