#!/usr/bin/env node
import { type ParseArgsConfig, parseArgs } from "node:util";
import { z } from "zod";
import { DataInUseError } from "./data-lock";
import { type ChainHandle, MAINNET_LAMPORTS_PER_BYTE, MAINNET_SLOT_MS } from "./handle";
import { JournalDamagedError } from "./journal";
import { PortTakenError } from "./listen";
import { startChain } from "./start-chain";

const settings = z.object({
  CHAIN_PORT: z.coerce.number().int().min(0).max(65_534).default(8899),
  CHAIN_HOST: z.string().min(1).default("127.0.0.1"),
  CHAIN_DATA_DIR: z.string().min(1).optional(),
  CHAIN_SLOT_MS: z.coerce.number().int().min(10).default(MAINNET_SLOT_MS),
  CHAIN_RENT_PER_BYTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(MAINNET_LAMPORTS_PER_BYTE),
  CHAIN_PRICE_FEED: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "an address")
    .optional(),
  CHAIN_CONTROL_PATH: z.string().startsWith("/").optional(),
});

const HELP = `Starts a local Solana chain.

  --port N            JSON-RPC and WebSocket, which take the next port too; 0 takes a free pair (8899)
  --host ADDRESS      what it listens on (127.0.0.1)
  --data-dir FOLDER   keeps the chain there; without it, in memory
  --slot-ms N         how long a slot lasts (${MAINNET_SLOT_MS})
  --rent-per-byte N   lamports (${MAINNET_LAMPORTS_PER_BYTE})
  --price-feed A      address of an account with the price of SOL in dollars, as Pyth publishes it
  --control-path /P   takes the commands of a test by POST there; for tests

A variable stands for each, CHAIN_SLOT_MS for --slot-ms; the flag goes first.`;

/** The flag of a setting: `slot-ms` for `CHAIN_SLOT_MS`. */
function flagOf(name: string): string {
  return name.replace("CHAIN_", "").toLowerCase().replaceAll("_", "-");
}

/**
 * What the flags and the environment say, not yet checked; null where help was asked for.
 *
 * @throws TypeError for a flag that is none of ours or has no value
 */
function readGiven(): Record<string, unknown> | null {
  const names = Object.keys(settings.shape);
  const flags = names.map((name) => [flagOf(name), { type: "string" }] as const);
  const help = { type: "boolean", short: "h" } as const;
  const options: ParseArgsConfig["options"] = { ...Object.fromEntries(flags), help };
  const { values } = parseArgs({ options });
  if (values.help) return null;
  return Object.fromEntries(names.map((name) => [name, values[flagOf(name)] ?? process.env[name]]));
}

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

  let given: ReturnType<typeof readGiven>;
  try {
    given = readGiven();
  } catch (error) {
    return exitWith(`${(error as Error).message}\n\n${HELP}`);
  }
  if (!given) return console.log(HELP);
  const read = settings.safeParse(given);
  if (!read.success) return exitWith(`Settings of the chain:\n${z.prettifyError(read.error)}`);
  const { CHAIN_PORT: port, CHAIN_HOST: host, CHAIN_SLOT_MS: slotMs } = read.data;
  const { CHAIN_CONTROL_PATH: control, CHAIN_RENT_PER_BYTE: lamportsPerByte } = read.data;
  const { CHAIN_DATA_DIR: dataDir, CHAIN_PRICE_FEED: priceFeed } = read.data;
  try {
    chain = await startChain({
      port,
      host,
      slotMs,
      lamportsPerByte,
      ...(dataDir && { dataDir }),
      ...(priceFeed && { priceFeed }),
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
