import type { Server } from "node:http";
import { runControlCommand } from "./control";
import { assertUnused, lockData } from "./data-lock";
import { Faults } from "./faults";
import {
  type ChainHandle,
  type ChainOptions,
  MAINNET_LAMPORTS_PER_BYTE,
  MAINNET_SLOT_MS,
} from "./handle";
import { createHttpServer } from "./http-server";
import { fileJournal, memoryJournal } from "./journal";
import { listenOnPair } from "./listen";
import { genesisHashOf, openLedger } from "./open-ledger";
import { createPriceFeed } from "./price-feed";
import type { Chain } from "./rpc/context";
import { dispatch } from "./rpc/dispatch";
import { Slots } from "./slots";
import { createPubSub } from "./websocket";

/**
 * Starts a local Solana chain of one node.
 *
 * @throws PortTakenError where the port or the one after it is held
 * @throws DataInUseError where another chain runs on `dataDir`
 */
export async function startChain(options: ChainOptions = {}): Promise<ChainHandle> {
  const host = options.host ?? "127.0.0.1";
  const now = options.now ?? Date.now;
  const slotMs = options.slotMs ?? MAINNET_SLOT_MS;
  if (options.dataDir) await assertUnused(options.dataDir);
  const journal = options.dataDir ? fileJournal(options.dataDir) : memoryJournal();
  const { ledger, faucet, seed, slot } = openLedger(journal);
  const publishPrice = options.priceFeed
    ? createPriceFeed(options.priceFeed, (address, account) => ledger.setAccount(address, account))
    : () => {};
  const enter = (entered: number) => {
    const unixTime = Math.floor(now() / 1000);
    ledger.enterSlot(entered, unixTime);
    publishPrice(unixTime);
  };
  enter(slot);
  ledger.vm.setRent(options.lamportsPerByte ?? MAINNET_LAMPORTS_PER_BYTE);
  const slots = new Slots(
    {
      slotMs,
      manual: options.manualSlots ?? false,
      confirmedAfter: options.confirmedAfter ?? 1,
      finalizedAfter: options.finalizedAfter ?? 32,
    },
    slot,
    (entered) => {
      enter(entered);
      pubSub.publish();
    },
  );
  const chain: Chain = { ledger, slots, faucet, genesisHash: genesisHashOf(seed), now, slotMs };
  const faults = new Faults();
  let delayMs = 0;
  const pubSub = createPubSub(chain);
  ledger.onLanded(() => pubSub.publish());

  const http = {
    answer: (body: string) => dispatch(body, chain, faults),
    delayMs: () => delayMs,
    control: (path: string, body: string) =>
      path === options.control ? runControlCommand(handle, body) : undefined,
  };
  const servers = [createHttpServer(http), createHttpServer(http)] as const;
  const port = await listenOnPair(...servers, options.port ?? 0, host).catch((error) => {
    journal.close();
    throw error;
  });
  for (const server of servers) pubSub.attach(server);
  const shownHost = host === "0.0.0.0" ? "127.0.0.1" : host;
  const url = `http://${shownHost}:${port}`;
  const unlock = options.dataDir ? lockData(options.dataDir, url) : undefined;
  slots.start();

  const handle: ChainHandle = {
    url,
    wsUrl: `ws://${shownHost}:${port + 1}`,
    port,
    get slot() {
      return slots.tip;
    },
    advanceSlots: (count) => slots.advance(count),
    pause: () => slots.stop(),
    resume: () => slots.start(),
    reorg(depth = Number.POSITIVE_INFINITY) {
      const kept = Math.max(slots.at("finalized"), slots.tip - depth);
      return ledger.reorgTo(kept).map((entry) => entry.signature);
    },
    setRent: (lamportsPerByte) => ledger.vm.setRent(lamportsPerByte),
    setDelay: (ms) => {
      delayMs = ms;
    },
    injectFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    airdrop(address, lamports) {
      const given = faucet.give(address, lamports, ledger.blockhashes.at(slots.tip));
      if ("refused" in given) throw new Error(`Airdrop refused: ${JSON.stringify(given.refused)}`);
      if (given.landed.err) throw new Error(`Airdrop failed: ${JSON.stringify(given.landed.err)}`);
      return given.landed.signature;
    },
    setAccount: (address, account) => ledger.setAccount(address, account),
    balance: (address) => ledger.accountAt(address, slots.tip)?.lamports ?? 0n,
    async close() {
      slots.stop();
      pubSub.close();
      await Promise.all(servers.map(closeServer));
      journal.close();
      unlock?.();
    },
  };
  return handle;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
