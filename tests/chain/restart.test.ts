import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Connection, Keypair } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import { startChain } from "../../dev/chain/index";
import { transactionV1 } from "../support/version-1-transaction";
import { dataFolder, ended, spawnChain, startProcess } from "./chain-process";
import { connect, funded, SOL, send, signed, someKey, transfer } from "./support";

test("a kill under load loses no answered transaction, leaves no partial one, and the chain continues", async () => {
  const folder = dataFolder();
  const first = await startProcess(folder);
  const connection = new Connection(first.url, "processed");
  const buyer = Keypair.generate();
  const seller = someKey();
  const answered = [await connection.requestAirdrop(buyer.publicKey, 1_000 * SOL)];
  const pay = async (lamports: number) =>
    (await signed(connection, [buyer], transfer(buyer, seller, lamports))).serialize();
  const raws: Buffer[] = [];
  for (let at = 0; at < 150; at++) raws.push(await pay(SOL + at));
  const waiting = await pay(5 * SOL);
  const [slot, genesis] = [await connection.getSlot(), await connection.getGenesisHash()];
  await Promise.allSettled(
    raws.map(async (raw) => {
      answered.push(await connection.sendRawTransaction(raw));
      if (answered.length === 60) first.child.kill("SIGKILL");
    }),
  );
  await ended(first.child);
  expect(answered.length).toBeGreaterThanOrEqual(60);

  const second = await startProcess(folder, { CHAIN_SLOT_MS: "60" });
  const again = new Connection(second.url, "processed");
  // What was signed before the kill still lands.
  answered.push(await again.sendRawTransaction(waiting));
  expect(await again.getSlot()).toBeGreaterThan(slot);
  expect(await again.getGenesisHash()).toBe(genesis);
  const { value: known } = await again.getSignatureStatuses(answered);
  expect(known.every((status) => status?.err === null)).toBe(true);
  // Some landed although their answer was lost, so the balance is compared with the history. All are
  // finalized when the slot after them is.
  const lastSlot = await again.getSlot("processed");
  await vi.waitFor(
    async () => expect(await again.getSlot("finalized")).toBeGreaterThanOrEqual(lastSlot),
    20_000,
  );
  const all = await again.getSignaturesForAddress(seller, {}, "finalized");
  const paid = await Promise.all(
    all.map(async ({ signature }) => {
      const landed = await again.getTransaction(signature, { commitment: "finalized" });
      return (landed?.meta?.postBalances[1] ?? 0) - (landed?.meta?.preBalances[1] ?? 0);
    }),
  );
  expect(paid).toContain(5 * SOL);
  expect(await again.getBalance(seller)).toBe(paid.reduce((sum, one) => sum + one, 0));
});

test.each(["legacy", "version 1"])(
  "history, duplicates (%s), reorgs and blockhash expiry are the same after a restart",
  async (version) => {
    const folder = dataFolder();
    const first = await startChain({ manualSlots: true, dataDir: folder });
    const connection = connect(first);
    const buyer = funded(first);
    first.advanceSlots(40);
    const gone = await send(connection, [buyer], [transfer(buyer, someKey(), SOL)]);
    expect(first.reorg(1)).toEqual([gone]);
    first.advanceSlots(1);
    const seller = someKey();
    const instructions = [transfer(buyer, seller, SOL)];
    const { blockhash } = await connection.getLatestBlockhash();
    const landed =
      version === "legacy"
        ? (await signed(connection, [buyer], ...instructions)).serialize()
        : transactionV1({ payer: buyer.publicKey, blockhash, instructions }, [buyer]);
    const waiting = await signed(connection, [buyer], transfer(buyer, seller, 2 * SOL));
    const signature = await connection.sendRawTransaction(landed);
    first.advanceSlots(1);
    const options = { maxSupportedTransactionVersion: 1 };
    const before = await connection.getTransaction(signature, options);
    const genesis = await connection.getGenesisHash();
    await first.close();

    const second = await startChain({ manualSlots: true, dataDir: folder });
    const again = connect(second);
    expect(second.slot).toBe(first.slot + 1);
    expect(await again.getGenesisHash()).toBe(genesis);
    expect(before).not.toBeNull();
    expect(await again.getTransaction(signature, options)).toEqual(before);
    expect(await again.getSignaturesForAddress(seller)).toMatchObject([{ signature }]);
    expect(await again.getBalance(seller)).toBe(SOL);
    expect(await again.getSignatureStatus(gone, { searchTransactionHistory: true })).toMatchObject({
      value: null,
    });
    await expect(again.sendRawTransaction(landed)).rejects.toThrow("already been processed");
    const left = (waiting.lastValidBlockHeight ?? 0) - (await again.getBlockHeight("processed"));
    second.advanceSlots(left);
    await again.sendRawTransaction(waiting.serialize());
    // A reorg after the restart drops transactions from before it that are not finalized.
    expect(second.reorg(left)).toHaveLength(1);
    await second.close();
  },
);

test("an unfinished last line is truncated", async () => {
  const folder = dataFolder();
  const first = await startChain({ manualSlots: true, dataDir: folder });
  const buyer = funded(first, SOL);
  await first.close();
  const journal = join(folder, "journal.jsonl");
  const whole = statSync(journal).size;
  appendFileSync(journal, '{"kind":"transaction","signature":"5x');

  const second = await startChain({ manualSlots: true, dataDir: folder });
  expect(second.balance(buyer.publicKey.toBase58())).toBe(BigInt(SOL));
  expect(statSync(journal).size).toBe(whole);
  funded(second, SOL);
  await second.close();
  const third = await startChain({ manualSlots: true, dataDir: folder });
  expect(third.balance(buyer.publicKey.toBase58())).toBe(BigInt(SOL));
  await third.close();
});

test("a taken port, and data in use, are reported in one line and end the process", async () => {
  const folder = dataFolder();
  const first = await startProcess(folder);
  const lastWords = async (...started: Parameters<typeof spawnChain>) => {
    const child = spawnChain(...started);
    const lines: string[] = [];
    child.stderr?.on("data", (data) => lines.push(String(data)));
    expect(await ended(child)).toBe(1);
    return lines.join("");
  };
  const port = Number(new URL(first.url).port);
  for (const taken of [port, port - 1]) {
    const words = await lastWords(dataFolder(), { CHAIN_PORT: String(taken) });
    expect(words).toMatch(/^Port \d+ is taken\. .*CHAIN_PORT\.\n$/);
  }
  expect(await lastWords(folder)).toContain(`in use by process ${first.child.pid}`);
});

test("the process ends with its parent's channel, and on SIGTERM and SIGINT", async () => {
  const processes = await Promise.all([1, 2, 3].map(() => startProcess(dataFolder())));
  const [orphan, terminated, interrupted] = processes.map(({ child }) => child);
  orphan?.disconnect();
  terminated?.kill("SIGTERM");
  interrupted?.kill("SIGINT");
  const codes = processes.map(({ child }) => ended(child));
  await vi.waitFor(async () => expect(await Promise.all(codes)).toEqual([0, 0, 0]), 2_000);
});
