import { Keypair } from "@solana/web3.js";
import { type InProcessApp, startInProcessApp } from "./app-here";
import { LAMPORTS_PER_SOL } from "./app-under-test";

/** The app on a chain of its own, with a platform wallet that exists and can receive fees. */
export async function startPaymentApp({
  slotMs = 100,
  manualSlots = false,
  env: more = {},
}: {
  slotMs?: number;
  manualSlots?: boolean;
  env?: Record<string, string>;
} = {}): Promise<InProcessApp> {
  const platformWallet = Keypair.generate().publicKey.toBase58();
  const env = { PLATFORM_WALLET: platformWallet, ...more };
  const app = await startInProcessApp({ chain: { slotMs, manualSlots }, env });
  app.chain.airdrop(platformWallet, LAMPORTS_PER_SOL);
  return app;
}
