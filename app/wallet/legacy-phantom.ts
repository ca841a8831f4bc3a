import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
} from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { StandardConnectFeature } from "@wallet-standard/features";
import bs58 from "bs58";

/** `window.phantom.solana` (https://docs.phantom.com, "Solana provider"). */
interface Provider {
  isPhantom?: boolean;
  connect(options?: { onlyIfTrusted: boolean }): Promise<{ publicKey: { toBytes(): Uint8Array } }>;
  signMessage(message: Uint8Array): Promise<{ signature: Uint8Array }>;
  request(call: { method: string; params: unknown }): Promise<{ signature: string }>;
}

type Features = StandardConnectFeature &
  SolanaSignMessageFeature &
  SolanaSignAndSendTransactionFeature;

const CHAINS = ["solana:mainnet", "solana:devnet", "solana:localnet"] as const;
const FEATURE_NAMES = ["solana:signMessage", "solana:signAndSendTransaction"] as const;
const ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#534bb1"/></svg>',
)}` as const;

/**
 * Wraps an old Phantom extension, which does not register itself, as a Wallet Standard wallet. Null
 * where the browser has none.
 */
export function legacyPhantom(): Wallet | null {
  const { phantom } = window as { phantom?: { solana?: Provider } };
  const provider = phantom?.solana;
  if (!provider?.isPhantom) return null;
  let accounts: readonly WalletAccount[] = [];
  const features: Features = {
    "standard:connect": {
      version: "1.0.0",
      async connect(options) {
        const silent = options?.silent ? { onlyIfTrusted: true } : undefined;
        const publicKey = (await provider.connect(silent)).publicKey.toBytes();
        accounts = [accountOf(publicKey)];
        return { accounts };
      },
    },
    "solana:signMessage": {
      version: "1.1.0",
      async signMessage(...inputs) {
        const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = [];
        for (const { message } of inputs) {
          const { signature } = await provider.signMessage(message);
          outputs.push({ signedMessage: message, signature });
        }
        return outputs;
      },
    },
    "solana:signAndSendTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: ["legacy", 0],
      async signAndSendTransaction(...inputs) {
        const outputs: { signature: Uint8Array }[] = [];
        for (const { transaction } of inputs) {
          const params = { message: bs58.encode(transaction) };
          const { signature } = await provider.request({
            method: "signAndSendTransaction",
            params,
          });
          outputs.push({ signature: bs58.decode(signature) });
        }
        return outputs;
      },
    },
  };
  return {
    version: "1.0.0",
    name: "Phantom",
    icon: ICON,
    chains: CHAINS,
    features,
    get accounts() {
      return accounts;
    },
  };
}

function accountOf(publicKey: Uint8Array): WalletAccount {
  return { address: bs58.encode(publicKey), publicKey, chains: CHAINS, features: FEATURE_NAMES };
}
