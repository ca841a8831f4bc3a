import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain, Faucet } from "../../solana/chain";

/** Enough for a day of trying, in lamports: ten SOL. */
const AIRDROP_LAMPORTS = 10_000_000_000n;

/** Throws `not_found` anywhere but on a local chain: there the demo wallet does not exist. */
function onlyLocal({ settings }: { settings: Settings }): void {
  if (settings.cluster !== "localnet") throw new Problem("not_found");
}

/** Test SOL for an address of the demo wallet. */
export async function airdropToDemo(
  input: { address: string },
  deps: { settings: Settings; faucet: Faucet },
): Promise<void> {
  onlyLocal(deps);
  await deps.faucet.airdrop(input.address, AIRDROP_LAMPORTS).catch(() => {
    throw new Problem("unavailable");
  });
}

/** Lamports that an address holds on the local chain. */
export async function readDemoBalance(
  input: { address: string },
  deps: { settings: Settings; chain: Chain },
): Promise<bigint> {
  onlyLocal(deps);
  const [account] = await deps.chain.accounts([input.address]).catch(() => {
    throw new Problem("unavailable");
  });
  return account?.lamports ?? 0n;
}

/** Hands what the demo wallet signed to the local chain; its signature comes back. */
export async function sendFromDemo(
  input: { transaction: Uint8Array },
  deps: { settings: Settings; chain: Chain },
): Promise<string> {
  onlyLocal(deps);
  return deps.chain.send(input.transaction).catch(() => {
    throw new Problem("invalid_input", { messageKey: "wallet:demo.refused" });
  });
}
