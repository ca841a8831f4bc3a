import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from "@wallet-standard/features";
import { registerWallet } from "@wallet-standard/wallet";
import type { DemoKey } from "./key";
import { DEMO_WALLET_NAME } from "./name";

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature;

type ChangeListener = (change: { accounts: readonly WalletAccount[] }) => void;

const CHAINS = ["solana:localnet"] as const;
const TRANSACTION_VERSIONS = ["legacy", 0] as const;
const ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#cf3119"/><path d="M8 11h16v11H8zM8 11l3-4h13" fill="none" stroke="#fffaf5" stroke-width="2"/></svg>',
)}` as const;

/** Loaded with the first use, so that pages that only list wallets load less code. */
const loadKey = () => import("./key");
const loadActions = () => import("./actions");

/**
 * Registers a Wallet Standard wallet that is implemented in the page and holds test SOL only, so that
 * purchases can be tried without a browser extension.
 */
export function registerDemoWallet(): void {
  let accounts: readonly WalletAccount[] = [];
  const listeners = new Set<ChangeListener>();
  const setAccounts = (next: readonly WalletAccount[]) => {
    accounts = next;
    for (const listener of listeners) listener({ accounts });
  };
  const open = async (): Promise<DemoKey> => {
    const key = await (await loadKey()).demoKey();
    if (accounts[0]?.address !== key.address) setAccounts([accountOf(key)]);
    return key;
  };
  const features: Features = {
    "standard:connect": {
      version: "1.0.0",
      async connect(options) {
        const { storedDemoKey } = await loadKey();
        if (options?.silent && !storedDemoKey()) return { accounts };
        await open();
        return { accounts };
      },
    },
    "standard:disconnect": { version: "1.0.0", disconnect: async () => setAccounts([]) },
    "standard:events": {
      version: "1.0.0",
      on(_event, listener) {
        listeners.add(listener as ChangeListener);
        return () => listeners.delete(listener as ChangeListener);
      },
    },
    "solana:signIn": {
      version: "1.0.0",
      async signIn(...inputs) {
        const key = await open();
        return (await loadActions()).signIn(key, accountOf(key), inputs);
      },
    },
    "solana:signMessage": {
      version: "1.1.0",
      signMessage: async (...inputs) => (await loadActions()).signMessages(await open(), inputs),
    },
    "solana:signTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: TRANSACTION_VERSIONS,
      signTransaction: async (...inputs) =>
        (await loadActions()).signTransactions(await open(), inputs),
    },
    "solana:signAndSendTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: TRANSACTION_VERSIONS,
      signAndSendTransaction: async (...inputs) =>
        (await loadActions()).signAndSendTransactions(await open(), inputs),
    },
  };
  const wallet: Wallet = {
    version: "1.0.0",
    name: DEMO_WALLET_NAME,
    icon: ICON,
    chains: CHAINS,
    features,
    get accounts() {
      return accounts;
    },
  };
  registerWallet(wallet);
}

function accountOf({ address, publicKey }: DemoKey): WalletAccount {
  return {
    address,
    publicKey,
    chains: CHAINS,
    features: [
      "solana:signIn",
      "solana:signMessage",
      "solana:signTransaction",
      "solana:signAndSendTransaction",
    ],
    label: DEMO_WALLET_NAME,
  };
}
