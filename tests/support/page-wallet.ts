export interface PageWalletData {
  name: string;
  binding: string;
  /** True for a wallet that returns signed bytes and cannot send. */
  signOnly: boolean;
  /** True for a wallet that sends whatever it signs. */
  sendOnly: boolean;
  /** Feature that it signs in with: `solana:signIn`, `solana:signMessage`, or none. */
  signInMethod: "in" | "message" | "nothing";
}

/** Serialized and run in the page, so that it cannot use anything of this module. */
export function registerPageWallet(data: PageWalletData): void {
  const chains = ["solana:localnet", "solana:devnet", "solana:mainnet"] as const;
  const features = ["solana:signTransaction", "solana:signAndSendTransaction", "solana:signIn"];
  const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
  const accountOf = ({ address = "", publicKey }: Record<string, string>) => ({
    address,
    publicKey: toBytes(publicKey),
    chains,
    features,
  });
  const listeners = new Set<(change: unknown) => void>();
  let accounts: unknown[] = [];

  async function ask(feature: string, payload?: unknown): Promise<Record<string, string>> {
    const call = (window as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[
      data.binding
    ];
    const answer = (await call?.(feature, payload)) as Record<string, string> & {
      rejected?: boolean;
      unsupported?: boolean;
    };
    if (answer.unsupported) throw new Error("Message signing is not supported by this device.");
    if (answer.rejected) {
      throw Object.assign(new Error("User rejected the request."), { code: 4001 });
    }
    return answer;
  }
  const toBytes = (base64 = "") => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  function setAccounts(now: unknown[]) {
    accounts = now;
    for (const listener of listeners) listener({ accounts });
  }

  const wallet = {
    version: "1.0.0",
    name: data.name,
    icon,
    chains,
    get accounts() {
      return accounts;
    },
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: async (input?: { silent?: boolean }) => {
          if (!input?.silent) {
            setAccounts([accountOf(await ask("connect"))]);
          }
          return { accounts };
        },
      },
      "standard:disconnect": { version: "1.0.0", disconnect: async () => setAccounts([]) },
      "standard:events": {
        version: "1.0.0",
        on: (_event: string, listener: (change: unknown) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      "solana:signIn": {
        version: "1.0.0",
        signIn: async (...inputs: unknown[]) => {
          const outputs = [];
          for (const input of inputs.length > 0 ? inputs : [{}]) {
            const answer = await ask("signIn", { domain: location.host, ...(input as object) });
            outputs.push({
              account: accountOf(answer),
              signedMessage: toBytes(answer.message),
              signature: toBytes(answer.signature),
              signatureType: "ed25519",
            });
          }
          setAccounts(outputs.map(({ account }) => account));
          return outputs;
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: async (...inputs: { message: Uint8Array }[]) => {
          const outputs = [];
          for (const { message } of inputs) {
            const { signature } = await ask("signMessage", toText(message));
            outputs.push({ signedMessage: message, signature: toBytes(signature) });
          }
          return outputs;
        },
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: async (...inputs: { transaction: Uint8Array }[]) => {
          const outputs = [];
          for (const input of inputs) {
            const { transaction } = await ask("signTransaction", toText(input.transaction));
            outputs.push({ signedTransaction: toBytes(transaction) });
          }
          return outputs;
        },
      },
      "solana:signAndSendTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signAndSendTransaction: async (...inputs: { transaction: Uint8Array }[]) => {
          const outputs = [];
          for (const input of inputs) {
            const { signature } = await ask("signAndSend", toText(input.transaction));
            outputs.push({ signature: toBytes(signature) });
          }
          return outputs;
        },
      },
    },
  };

  if (data.signInMethod !== "in") Reflect.deleteProperty(wallet.features, "solana:signIn");
  if (data.signInMethod !== "message")
    Reflect.deleteProperty(wallet.features, "solana:signMessage");
  if (data.signOnly) Reflect.deleteProperty(wallet.features, "solana:signAndSendTransaction");
  if (data.sendOnly) Reflect.deleteProperty(wallet.features, "solana:signTransaction");
  const register = (api: { register: (wallet: unknown) => void }) => api.register(wallet);
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }));
  window.addEventListener("wallet-standard:app-ready", (event) => {
    register((event as CustomEvent).detail);
  });
}
