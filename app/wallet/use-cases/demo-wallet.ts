import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain, Faucet } from "../../solana/chain";

/** Ten SOL. */
const AIRDROP_LAMPORTS = 10_000_000_000n;

/** Throws `not_found` on other clusters than localnet. */
function assertLocalnet({ settings }: { settings: Settings }): void {
  if (settings.cluster !== "localnet") throw new Problem("not_found");
}

/** Requests test SOL for an address. Throws `not_found`, `unavailable`. */
export async function airdropToDemo(
  input: { address: string },
  deps: { settings: Settings; faucet: Faucet },
): Promise<void> {
  assertLocalnet(deps);
  await deps.faucet.airdrop(input.address, AIRDROP_LAMPORTS).catch(() => {
    throw new Problem("unavailable");
  });
}

/** The balance of an address in lamports. Throws `not_found`, `unavailable`. */
export async function readDemoBalance(
  input: { address: string },
  deps: { settings: Settings; chain: Chain },
): Promise<bigint> {
  assertLocalnet(deps);
  const [account] = await deps.chain.accounts([input.address]).catch(() => {
    throw new Problem("unavailable");
  });
  return account?.lamports ?? 0n;
}

/** Sends a signed transaction and returns its signature. Throws `not_found`, `invalid_input`. */
export async function sendFromDemo(
  input: { transaction: Uint8Array },
  deps: { settings: Settings; chain: Chain },
): Promise<string> {
  assertLocalnet(deps);
  return deps.chain.send(input.transaction).catch(() => {
    throw new Problem("invalid_input", { messageKey: "wallet:demo.refused" });
  });
}
