import type { TestProject } from "vitest/node";
import type { ChainHandle } from "../../dev/chain/handle";
import { startChain } from "../../dev/chain/start-chain";
import { buildIfChanged } from "../../dev/run/build";

declare module "vitest" {
  interface ProvidedContext {
    /** JSON-RPC of the chain that the Worker under test asks. */
    rpcUrl: string;
  }
}

let chain: ChainHandle | undefined;

export async function setup(project: TestProject): Promise<void> {
  await buildIfChanged();
  chain = await startChain();
  project.provide("rpcUrl", chain.url);
}

export async function teardown(): Promise<void> {
  await chain?.close();
}
