import { Keypair } from "@solana/web3.js";
import { type ChainHandle, type ChainOptions, startChain } from "../../dev/chain/index";
import { type InProcessApp, startInProcessApp } from "./app-here";
import { LAMPORTS_PER_SOL } from "./app-under-test";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy";

export interface TwoNodeApp {
  app: InProcessApp;
  chain: ChainHandle;
  /** Both lead to the chain. */
  nodes: [RpcProxy, RpcProxy];
  platform: string;
  stop(): Promise<void>;
}

/** The app with two nodes that tests can stop, slow down or let lie. */
export async function startTwoNodeApp(options: ChainOptions = {}): Promise<TwoNodeApp> {
  const platform = Keypair.generate().publicKey.toBase58();
  const chain = await startChain({ slotMs: 100, ...options });
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  const nodes: TwoNodeApp["nodes"] = [
    await startRpcProxy(chain.url),
    await startRpcProxy(chain.url),
  ];
  const urls = nodes.map(({ url }) => url).join(",");
  const env = { SOLANA_RPC_URLS: urls, PLATFORM_WALLET: platform };
  const app = await startInProcessApp({ chain, env });
  return {
    app,
    chain,
    nodes,
    platform,
    async stop() {
      await app.stop();
      await Promise.all(nodes.map((node) => node.close()));
      await chain.close();
    },
  };
}
