import { type Connection, Keypair } from "@solana/web3.js";
import { type ChainHandle, startChain } from "../../dev/chain/index";
import { type InProcessApp, startInProcessApp } from "../../tests/support/app-here";
import { LAMPORTS_PER_SOL } from "../../tests/support/app-under-test";
import { startRpcProxy } from "../../tests/support/rpc-proxy";

/** Nodes of one chain that count their calls together. */
export interface CountedNodes {
  urls: string[];
  /** Calls so far, without those of the cron sweep, which no order causes. */
  count(): number;
  /** All calls so far. */
  countAll(): number;
}

/** The app and the official point of sale on one chain, each with nodes of its own. */
export interface RpcBench {
  app: InProcessApp;
  chain: ChainHandle;
  /** Two, which must agree. */
  ours: CountedNodes;
  official: CountedNodes;
  /** Starts two other nodes, with a count of their own. */
  nodes(): Promise<CountedNodes>;
  stop(): Promise<void>;
}

/** Starts a chain with slots of 400 ms, and the app on it. */
export async function startRpcBench(): Promise<RpcBench> {
  const chain = await startChain();
  const undo: (() => Promise<void>)[] = [() => chain.close()];
  const platform = airdropWallet(chain).publicKey.toBase58();
  const startNodes = async (howMany: number) => {
    let calls = 0;
    let all = 0;
    const urls: string[] = [];
    while (urls.length < howMany) {
      const proxy = await startRpcProxy(chain.url, ({ params }) => {
        all++;
        const [address, search] = (params ?? []) as [unknown, { commitment?: string } | undefined];
        if (address !== platform || search?.commitment !== "finalized") calls++;
      });
      undo.push(() => proxy.close());
      urls.push(proxy.url);
    }
    return { urls, count: () => calls, countAll: () => all };
  };
  const [ours, official] = [await startNodes(2), await startNodes(1)];
  const env = { SOLANA_RPC_URLS: ours.urls.join(), PLATFORM_WALLET: platform };
  const app = await startInProcessApp({ chain, env });
  undo.push(() => app.stop());
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  return { app, chain, ours, official, nodes: () => startNodes(2), stop };
}

/** A wallet with 1 SOL, confirmed with the next slot: the benchmark never advances slots here. */
export function airdropWallet(chain: ChainHandle): Keypair {
  const keypair = Keypair.generate();
  chain.airdrop(keypair.publicKey.toBase58(), LAMPORTS_PER_SOL);
  return keypair;
}

/** Resolves with the time (`performance.now()`) at which the transaction is confirmed. */
export function confirmedAt(connection: Connection, signature: string): Promise<number> {
  return new Promise((resolve) => {
    connection.onSignature(signature, () => resolve(performance.now()), "confirmed");
  });
}
