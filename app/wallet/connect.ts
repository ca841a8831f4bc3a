import type { WalletAccount } from "@wallet-standard/base";
import type { StandardConnectFeature } from "@wallet-standard/features";
import type { FoundWallet } from "./find-wallets";
import { lastWalletName, rememberWallet } from "./last-wallet";
import { callWallet, type WalletResult } from "./outcome";
import { registeredWallets } from "./registry";

/**
 * Connects to the wallet and returns its first Solana account. With `silent` the wallet shows no
 * dialog and connects only to a site that the user approved before; otherwise the result is `failed`.
 */
export async function connect(
  wallet: FoundWallet,
  options: { silent?: boolean } = {},
): Promise<WalletResult<WalletAccount>> {
  const feature = (wallet.features as Partial<StandardConnectFeature>)["standard:connect"];
  if (!feature) return { ok: false, reason: "unsupported" };
  const outcome = await callWallet(() =>
    feature.connect(options.silent ? { silent: true } : undefined),
  );
  if (!outcome.ok) return outcome;
  const account = outcome.value.accounts.find(isSolana) ?? wallet.accounts.find(isSolana);
  if (!account) return { ok: false, reason: "failed" };
  if (!options.silent) rememberWallet(wallet.name);
  return { ok: true, value: account };
}

/** Address of the wallet that this page is connected to, or null. Opens no wallet dialog. */
export function connectedAddress(): string | null {
  const connected = registeredWallets().flatMap(({ name, accounts }) =>
    accounts.filter(isSolana).map(({ address }) => ({ name, address })),
  );
  const last = connected.find(({ name }) => name === lastWalletName());
  return (last ?? connected[0])?.address ?? null;
}

function isSolana(account: WalletAccount): boolean {
  return account.chains.some((chain) => chain.startsWith("solana:"));
}
