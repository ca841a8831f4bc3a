import { createHash, randomBytes } from "node:crypto";
import bs58 from "bs58";
import { Blockhashes, type Fork } from "./blockhashes";
import { Faucet } from "./faucet";
import type { Journal } from "./journal";
import { Ledger } from "./ledger";
import { FIRST_SLOT } from "./slots";

export interface OpenedLedger {
  readonly ledger: Ledger;
  readonly faucet: Faucet;
  /** Secret of this chain; its genesis hash is derived from it. */
  readonly seed: string;
  /** The slot to continue with. */
  readonly slot: number;
}

/** The genesis hash of the chain with this secret. */
export function genesisHashOf(seed: string): string {
  return bs58.encode(createHash("sha256").update(`${seed}/genesis`).digest());
}

/** Restores the chain from its journal, or starts a new one. */
export function openLedger(journal: Journal): OpenedLedger {
  const entries = journal.replay()[Symbol.iterator]();
  const first = entries.next();
  const genesis = first.done ? undefined : first.value.entry;
  if (genesis && genesis.kind !== "genesis")
    throw new Error("The journal does not start with its genesis entry");
  const seed = genesis?.seed ?? randomBytes(32).toString("hex");
  const forks: Fork[] = [];
  const ledger = new Ledger(journal, new Blockhashes(seed, FIRST_SLOT, forks), FIRST_SLOT);
  const faucet = new Faucet(seed, ledger);
  faucet.fill();
  if (!genesis) journal.append({ kind: "genesis", format: 1, seed });

  let slot = Math.max(FIRST_SLOT + 1, journal.lastSlot);
  ledger.vm.inBulk(() => {
    for (let next = entries.next(); !next.done; next = entries.next()) {
      const { entry, place } = next.value;
      if (entry.kind === "transaction") {
        ledger.restore(entry, place);
        slot = Math.max(slot, entry.slot);
      } else if (entry.kind === "reorg") {
        ledger.dropAfter(entry.keptSlot);
        forks.push({ fromSlot: entry.keptSlot + 1, number: forks.length + 1 });
        slot = Math.max(slot, entry.tip);
      }
    }
  });
  if (genesis) ledger.blockhashes.recall(slot);
  return { ledger, faucet, seed, slot: genesis ? slot + 1 : slot };
}
