import { z } from "zod";
import type { Faucet } from "../app/ports/chain";
import { RpcPool } from "./rpc-pool";

/** The airdrop of a test network (https://solana.com/docs/rpc/http/requestairdrop). */
export function createFaucet(rpcUrls: readonly string[]): Faucet {
  const pool = new RpcPool(rpcUrls);
  return {
    airdrop: (address, lamports) =>
      pool.call("requestAirdrop", [address, Number(lamports)], z.string()),
  };
}
