/** One JSON-RPC call of the start command. Throws with the node's error message. */
export async function callRpc<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json()) as { result?: T; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result as T;
}

const MIN_BALANCE_LAMPORTS = 1_000_000_000;
const AIRDROP_LAMPORTS = 10_000_000_000;

/** Funds a localnet wallet, unless its balance opens the account and pays fees already. */
export async function fundWallet(rpcUrl: string, address: string): Promise<void> {
  const { value } = await callRpc<{ value: number }>(rpcUrl, "getBalance", [
    address,
    { commitment: "confirmed" },
  ]);
  if (value >= MIN_BALANCE_LAMPORTS) return;
  await callRpc(rpcUrl, "requestAirdrop", [address, AIRDROP_LAMPORTS]);
}
