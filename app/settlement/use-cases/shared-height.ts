import type { Clock } from "../../lib/ports";
import { type Chain, ChainUnavailable } from "../../solana/chain";

/** The height is read again after this time. */
const STALE_MS = 5_000;

/**
 * Reads the finalized block height for all waiting orders at once, so that their expiry costs no call of
 * their own. Null while the network does not answer.
 */
export function createSharedHeight({
  clock,
  chain,
}: {
  clock: Clock;
  chain: Pick<Chain, "finalizedTip">;
}): () => Promise<number | null> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<number | null> = Promise.resolve(null);

  async function read(): Promise<number | null> {
    try {
      return (await chain.finalizedTip()).blockHeight;
    } catch (error) {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    }
  }

  return () => {
    const now = clock.now();
    const age = now - readAt;
    if (age < 0 || age >= STALE_MS) {
      readAt = now;
      reading = read();
    }
    return reading;
  };
}
