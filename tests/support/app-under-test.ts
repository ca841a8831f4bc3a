import { Connection, Keypair } from "@solana/web3.js";
import type { Miniflare } from "miniflare";
import type { ChainHandle } from "../../dev/chain/handle";
import type { TestClock } from "./clock/test-clock";

/** What these helpers need of a running app. */
export interface Market {
  url: string;
  worker: Miniflare;
  chain: ChainHandle;
  clock: TestClock;
}

export const SOL = 1_000_000_000;
/** Of a product, in lamports, where a test does not say another. */
export const PRICE = 50_000_000;

/** Runs one statement on the app's own database. */
export async function sql<T = Record<string, unknown>>(
  market: Market,
  statement: string,
  ...values: unknown[]
): Promise<T[]> {
  const db = await market.worker.getD1Database("DB");
  return (
    await db
      .prepare(statement)
      .bind(...values)
      .all<T>()
  ).results;
}

/** A funded wallet. */
export function wallet(market: Market, lamports = SOL): Keypair {
  const keypair = Keypair.generate();
  market.chain.airdrop(keypair.publicKey.toBase58(), lamports);
  // Confirmed from now on.
  market.chain.advanceSlots(2);
  return keypair;
}

export function connect(market: Market): Connection {
  return new Connection(market.chain.url, "confirmed");
}
