import { join } from "node:path";
import { z } from "zod";
import { PortTakenError } from "./listen";
import { startChain } from "./start-chain";

const settings = z.object({
  CHAIN_PORT: z.coerce.number().int().min(0).max(65_534).default(8899),
  CHAIN_HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".local"),
});

/** The local chain as a process of its own. It ends with its parent, where that gave it a channel. */
async function main(): Promise<void> {
  const read = settings.safeParse(process.env);
  if (!read.success) return refuse(`Settings of the chain: ${z.prettifyError(read.error)}`);
  const { CHAIN_PORT: port, CHAIN_HOST: host, DATA_DIR } = read.data;
  try {
    const chain = await startChain({ port, host, dataDir: join(DATA_DIR, "chain") });
    const stop = () => void chain.close().finally(() => process.exit(0));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
    process.once("disconnect", stop);
    console.log(`chain ready: ${chain.url}`);
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error;
    refuse(
      `Port ${error.port} is taken: stop what uses it, or set CHAIN_PORT (the chain uses that port and the next)`,
    );
  }
}

function refuse(message: string): void {
  console.error(message);
  process.exit(1);
}

await main();
