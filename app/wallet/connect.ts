import { getWallets } from "@wallet-standard/app";
import type { WalletAccount } from "@wallet-standard/base";
import type { StandardConnectFeature } from "@wallet-standard/features";
import type { FoundWallet } from "./find-wallets";
import { lastWalletName, rememberWallet } from "./last-wallet";
import { attempt, type WalletResult } from "./outcome";

/**
 * An account of the wallet. With `silent` the wallet shows nothing, and answers only a site that
 * was let in before; `failed` is then no error.
 */
export async function connect(
  wallet: FoundWallet,
  options: { silent?: boolean } = {},
): Promise<WalletResult<WalletAccount>> {
  const feature = (wallet.features as Partial<StandardConnectFeature>)["standard:connect"];
  if (!feature) return { ok: false, reason: "unsupported" };
  const outcome = await attempt(() =>
    feature.connect(options.silent ? { silent: true } : undefined),
  );
  if (!outcome.ok) return outcome;
  const account = outcome.value.accounts.find(isSolana) ?? wallet.accounts.find(isSolana);
  if (!account) return { ok: false, reason: "failed" };
  if (!options.silent) rememberWallet(wallet.name);
  return { ok: true, value: account };
}

/** Address of the browser wallet that this page is connected to now, or null. No wallet is asked. */
export function connectedAddress(): string | null {
  const connected = getWallets()
    .get()
    .flatMap(({ name, accounts }) =>
      accounts.filter(isSolana).map(({ address }) => ({ name, address })),
    );
  const last = connected.find(({ name }) => name === lastWalletName());
  return (last ?? connected[0])?.address ?? null;
}

function isSolana(account: WalletAccount): boolean {
  return account.chains.some((chain) => chain.startsWith("solana:"));
}
