import { apiPost } from "../../lib/api-post";
import { encodeBase64 } from "../../lib/base64";
import { paths } from "../../lib/paths";

/** Asks the local chain's faucet for test SOL; false where it gave none. */
export async function getTestSol(address: string): Promise<boolean> {
  const answer = await apiPost(paths.api.demoAirdrop, { address });
  return answer.ok;
}

/** Lamports at an address, or null where the server could not say. */
export async function demoBalance(address: string): Promise<bigint | null> {
  const answer = await apiPost<{ lamports: string }>(paths.api.demoBalance, { address });
  return answer.ok ? BigInt(answer.value.lamports) : null;
}

/** Hands a signed transaction to the local chain; throws the reason where it is refused. */
export async function sendToChain(transaction: Uint8Array): Promise<void> {
  const answer = await apiPost(paths.api.demoSend, { transaction: encodeBase64(transaction) });
  if (!answer.ok) throw new Error(answer.message ?? answer.code);
}
