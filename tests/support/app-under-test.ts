import { Connection, Keypair } from "@solana/web3.js";
import type { Miniflare } from "miniflare";
import type { ChainHandle } from "../../dev/chain/index";
import { localDatabase } from "../../dev/run/local-database";
import type { TestClock } from "./clock/test-clock";

/** What the helpers need of a running app. */
export interface AppUnderTest {
  url: string;
  worker: Miniflare;
  chain: ChainHandle;
  clock: TestClock;
}

export const LAMPORTS_PER_SOL = 1_000_000_000;
/** Default price of a test product, and its split between platform and seller at 1 %. */
export const PRICE_LAMPORTS = 50_000_000;
export const FEE_LAMPORTS = PRICE_LAMPORTS / 100;
export const SHARE_LAMPORTS = PRICE_LAMPORTS - FEE_LAMPORTS;

/** Runs one statement on the app's database. */
export async function sql<T = Record<string, unknown>>(
  app: AppUnderTest,
  statement: string,
  ...values: unknown[]
): Promise<T[]> {
  const db = localDatabase(app.worker);
  return (
    await db
      .prepare(statement)
      .bind(...values)
      .all<T>()
  ).results;
}

/** A new wallet with a confirmed balance. */
export function fundedWallet(app: AppUnderTest, lamports = LAMPORTS_PER_SOL): Keypair {
  const keypair = Keypair.generate();
  app.chain.airdrop(keypair.publicKey.toBase58(), lamports);
  // Confirms the airdrop.
  app.chain.advanceSlots(2);
  return keypair;
}

export function rpcConnection(app: AppUnderTest): Connection {
  return new Connection(app.chain.url, "confirmed");
}
