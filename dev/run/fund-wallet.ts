import { callRpc } from "./rpc";

/** Lamports. Opens the account and leaves room to pay fees from it. */
const ENOUGH = 1_000_000_000;
const GIFT = 10_000_000_000;

/** Gives a localnet wallet something to live on, unless it has that. */
export async function fundWallet(rpcUrl: string, address: string): Promise<void> {
  const { value } = await callRpc<{ value: number }>(rpcUrl, "getBalance", [
    address,
    { commitment: "confirmed" },
  ]);
  if (value < ENOUGH) await callRpc(rpcUrl, "requestAirdrop", [address, GIFT]);
}
