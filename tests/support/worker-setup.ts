import type { TestProject } from "vitest/node";
import { ACCESS } from "../../app/http/access";
import routes from "../../app/routes";
import { type ChainHandle, startChain } from "../../dev/chain/index";
import { buildIfChanged } from "../../dev/run/build";
import { routePaths } from "./route-paths";

declare module "vitest" {
  interface ProvidedContext {
    /** JSON-RPC URL of the chain of the Worker under test. */
    rpcUrl: string;
    /** Path patterns that anyone may GET: `/sell/:id`. The route table itself needs Node. */
    openAddresses: string[];
    /** Path patterns of the pages that search engines may list. */
    indexedAddresses: string[];
    /** Path patterns of all routes with GET. */
    readAddresses: string[];
  }
}

let chain: ChainHandle | undefined;

export async function setup(project: TestProject): Promise<void> {
  await buildIfChanged();
  chain = await startChain();
  project.provide("rpcUrl", chain.url);
  const read = routePaths(routes).filter(({ id }) => ACCESS[id]?.GET);
  project.provide(
    "readAddresses",
    read.map(({ address }) => address),
  );
  project.provide(
    "indexedAddresses",
    read.filter(({ id }) => ACCESS[id]?.GET?.isIndexed).map(({ address }) => address),
  );
  const open = routePaths(routes).filter(({ id }) => ACCESS[id]?.GET?.access === "anyone");
  project.provide(
    "openAddresses",
    open.map(({ address }) => address),
  );
}

export async function teardown(): Promise<void> {
  await chain?.close();
}
