import { z } from "zod";
import type { Settings } from "../app/lib/ports";
import { ChainUnavailable, type Faucet } from "../app/solana/chain";
import type { Isolate } from "./isolate";
import { RpcPool } from "./rpc-pool";

/** The local chain confirms within a second; more on a busy machine. */
const CONFIRMATION_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 150;

const statuses = z.object({
  value: z.array(z.object({ confirmationStatus: z.string() }).nullable()),
});

/** Airdrops of a test network (https://solana.com/docs/rpc/http/requestairdrop). */
export function createFaucet(
  { rpcUrls, genesisHash }: Pick<Settings, "rpcUrls" | "genesisHash">,
  isolate: Isolate,
): Faucet {
  const { runtime } = isolate;
  const pool = new RpcPool(rpcUrls, genesisHash, isolate);
  const confirmed = async (signature: string) => {
    const { value } = await pool.call("getSignatureStatuses", [[signature]], statuses);
    return /^(confirmed|finalized)$/.test(value[0]?.confirmationStatus ?? "");
  };
  return {
    async airdrop(address, lamports) {
      const params = [address, Number(lamports)];
      const signature = await pool.call("requestAirdrop", params, z.string());
      const until = runtime.now() + CONFIRMATION_TIMEOUT_MS;
      while (!(await confirmed(signature))) {
        if (runtime.now() > until) throw new ChainUnavailable("the airdrop was not confirmed");
        await runtime.sleep(POLL_INTERVAL_MS);
      }
      return signature;
    },
  };
}
