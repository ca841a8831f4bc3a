import { Keypair } from "@solana/web3.js";
import type { BrowserContext, Page } from "playwright-core";
import { callRpc } from "../../dev/run/rpc";
import { registerPageWallet } from "./page-wallet";
import {
  accountAnswer,
  signInAnswer,
  signText,
  signTransaction,
  type WalletMode,
} from "./wallet-signing";

export interface TestWallet {
  readonly keypair: Keypair;
  readonly address: string;
  /** Selects another account of the wallet. */
  switchTo(keypair: Keypair): void;
  /** May be changed between two requests. */
  mode: WalletMode;
  /** Names of the features that the page called, in order. */
  readonly calls: string[];
}

interface InjectOptions {
  rpcUrl: string;
  mode?: WalletMode;
  /** Shown by the page; unique on a page. */
  name?: string;
  /** Key that signs in mode `wrong-account`. */
  other?: Keypair;
  /** The wallet cannot send: the page gets the signed bytes. */
  signOnly?: boolean;
  /** The wallet cannot sign without sending. */
  sendOnly?: boolean;
  /** Feature that it signs in with; `solana:signIn` by default. */
  signInMethod?: "in" | "message" | "nothing";
}

const LAMPORTS_PER_SOL = 1_000_000_000;
/** Only for what never comes. */
const FUNDED_WITHIN_MS = 60_000;

export function newKeypair(): Keypair {
  return Keypair.generate();
}

/** Requests SOL from the local chain's faucet and waits until it is confirmed. */
export async function fundFromFaucet(rpcUrl: string, address: string, sol: number): Promise<void> {
  await callRpc(rpcUrl, "requestAirdrop", [address, Math.round(sol * LAMPORTS_PER_SOL)]);
  const until = Date.now() + FUNDED_WITHIN_MS;
  while (Date.now() < until) {
    if ((await lamportsOf(rpcUrl, address)) > 0n) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`The faucet gave nothing to ${address}`);
}

/** Lamports at `confirmed`. */
export async function lamportsOf(rpcUrl: string, address: string): Promise<bigint> {
  const { value } = await callRpc<{ value: number }>(rpcUrl, "getBalance", [
    address,
    { commitment: "confirmed" },
  ]);
  return BigInt(value);
}

/**
 * Registers a Wallet Standard wallet in every page of `target`, before the page's own scripts. The
 * key stays in Node, which signs for the page.
 */
export async function injectWallet(
  target: Page | BrowserContext,
  keypair: Keypair,
  options: InjectOptions,
): Promise<TestWallet> {
  const name = options.name ?? "Test Wallet";
  let shown = keypair;
  const wallet: TestWallet = {
    keypair,
    address: keypair.publicKey.toBase58(),
    switchTo: (another) => {
      shown = another;
    },
    mode: options.mode ?? "approve",
    calls: [],
  };
  const binding = `__wallet_${name.replace(/\W/g, "_")}`;
  await target.exposeBinding(binding, async (_source, feature: string, payload: unknown) => {
    wallet.calls.push(feature);
    if (wallet.mode === "reject" && feature !== "connect") return { rejected: true };
    const isMessage = feature === "signIn" || feature === "signMessage";
    if (wallet.mode === "hardware" && isMessage) return { unsupported: true };
    const signer = wallet.mode === "wrong-account" ? (options.other ?? newKeypair()) : shown;
    switch (feature) {
      case "connect":
        return accountAnswer(shown);
      case "signIn":
        return {
          ...accountAnswer(shown),
          ...signInAnswer(signer, payload as Record<string, unknown>),
        };
      case "signMessage":
        return { signature: signText(signer, payload as string) };
      case "signTransaction":
      case "signAndSend":
        return signTransaction(signer, payload as string, {
          rpcUrl: options.rpcUrl,
          mode: wallet.mode,
          send: feature === "signAndSend",
        });
      default:
        throw new Error(`The wallet does not know ${feature}`);
    }
  });
  await target.addInitScript(registerPageWallet, {
    name,
    binding,
    signOnly: options.signOnly ?? false,
    sendOnly: options.sendOnly ?? false,
    signInMethod: options.signInMethod ?? "in",
  });
  return wallet;
}
