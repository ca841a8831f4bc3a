import { join } from "node:path";
import { z } from "zod";
import { DataInUseError } from "./data-lock";
import { type ChainHandle, MAINNET_LAMPORTS_PER_BYTE, MAINNET_SLOT_MS } from "./handle";
import { JournalDamagedError } from "./journal";
import { PortTakenError } from "./listen";
import { startChain } from "./start-chain";

const settings = z.object({
  CHAIN_PORT: z.coerce.number().int().min(0).max(65_534).default(8899),
  CHAIN_HOST: z.string().min(1).default("127.0.0.1"),
  CHAIN_SLOT_MS: z.coerce.number().int().min(10).default(MAINNET_SLOT_MS),
  CHAIN_RENT_PER_BYTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(MAINNET_LAMPORTS_PER_BYTE),
  /** Path of the commands in `control.ts`. For tests. */
  CHAIN_CONTROL_PATH: z.string().startsWith("/").optional(),
  DATA_DIR: z.string().min(1).default(".local"),
});

/**
 * The local chain as a separate process. It ends on SIGINT and SIGTERM, and with its parent where
 * that opened an IPC channel.
 */
async function main(): Promise<void> {
  let chain: ChainHandle | undefined;
  const stop = () => {
    if (!chain) process.exit(0);
    void chain.close().finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  process.once("disconnect", stop);
  // The parent may have ended while this process was still loading.
  if (process.connected === false) stop();

  const read = settings.safeParse(process.env);
  if (!read.success) return exitWith(`Settings of the chain:\n${z.prettifyError(read.error)}`);
  const { CHAIN_PORT: port, CHAIN_HOST: host, CHAIN_SLOT_MS: slotMs, DATA_DIR } = read.data;
  const { CHAIN_CONTROL_PATH: control, CHAIN_RENT_PER_BYTE: lamportsPerByte } = read.data;
  const dataDir = join(DATA_DIR, "chain");
  try {
    chain = await startChain({
      port,
      host,
      slotMs,
      lamportsPerByte,
      dataDir,
      ...(control && { control }),
    });
    console.log(`chain ready: ${chain.url}`);
  } catch (error) {
    if (error instanceof PortTakenError) {
      const used = `The chain uses port ${port} and the next.`;
      return exitWith(`Port ${error.port} is taken. ${used} Stop what uses it, or set CHAIN_PORT.`);
    }
    if (error instanceof DataInUseError || error instanceof JournalDamagedError) {
      return exitWith(error.message);
    }
    throw error;
  }
}

function exitWith(message: string): void {
  console.error(message);
  process.exit(1);
}

await main();
