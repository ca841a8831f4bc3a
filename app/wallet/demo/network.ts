import { apiPaths } from "../../lib/api-paths";
import { apiPost } from "../../lib/api-post";
import { encodeBase64 } from "../../lib/base64";

/** Requests test SOL from the faucet of the local chain. False on failure. */
export async function requestTestSol(address: string): Promise<boolean> {
  const result = await apiPost(apiPaths.demoAirdrop, { address });
  return result.ok;
}

/** The balance of an address in lamports; null on failure. */
export async function demoBalance(address: string): Promise<bigint | null> {
  const result = await apiPost<{ lamports: string }>(apiPaths.demoBalance, { address });
  return result.ok ? BigInt(result.value.lamports) : null;
}

/** Sends a signed transaction to the local chain. Throws with the server's message on failure. */
export async function sendToChain(transaction: Uint8Array): Promise<void> {
  const result = await apiPost(apiPaths.demoSend, { transaction: encodeBase64(transaction) });
  if (!result.ok) throw new Error(result.message ?? result.code);
}
