import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Connection, Keypair } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import { startChain } from "../../dev/chain/index";
import { dataFolder, ended, spawnChain, startProcess } from "./chain-process";
import { connect, funded, SOL, send, signed, someKey, transfer } from "./support";

test("everything answered survives SIGKILL, and the chain continues", async () => {
  const folder = dataFolder();
  const first = await startProcess(folder);
  const connection = new Connection(first.url, "processed");
  const buyer = Keypair.generate();
  const seller = someKey();
  const airdrop = await connection.requestAirdrop(buyer.publicKey, 100 * SOL);
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      send(connection, [buyer], [transfer(buyer, seller, SOL + at)]),
    ),
  );
  const waiting = await signed(connection, [buyer], transfer(buyer, seller, 5 * SOL));
  const slot = await connection.getSlot();
  const genesis = await connection.getGenesisHash();
  first.child.kill("SIGKILL");
  await ended(first.child);

  const second = await startProcess(folder);
  const again = new Connection(second.url, "processed");
  expect(await again.getSlot()).toBeGreaterThan(slot);
  expect(await again.getGenesisHash()).toBe(genesis);
  expect(await again.getBalance(seller)).toBe(20 * SOL + 190);
  const { value: statuses } = await again.getSignatureStatuses([airdrop, ...sent]);
  expect(statuses.every((status) => status?.err === null)).toBe(true);
  // Transactions signed before the kill still land; those that landed before do not land again.
  await again.sendRawTransaction(waiting.serialize());
  expect(await again.getBalance(seller)).toBe(25 * SOL + 190);
  const [last] = await again.getSignaturesForAddress(seller, { limit: 1 }, "confirmed");
  if (last)
    expect(
      (await again.getTransaction(last.signature, { commitment: "confirmed" }))?.meta?.err,
    ).toBeNull();
});

test("a kill under load loses no answered transaction and leaves no partial one", async () => {
  const folder = dataFolder();
  const first = await startProcess(folder);
  const connection = new Connection(first.url, "processed");
  const buyer = Keypair.generate();
  const seller = someKey();
  await connection.requestAirdrop(buyer.publicKey, 1_000 * SOL);
  const raws: Buffer[] = [];
  for (let at = 0; at < 150; at++) {
    raws.push((await signed(connection, [buyer], transfer(buyer, seller, SOL + at))).serialize());
  }
  const answered: string[] = [];
  await Promise.allSettled(
    raws.map(async (raw) => {
      answered.push(await connection.sendRawTransaction(raw));
      if (answered.length === 60) first.child.kill("SIGKILL");
    }),
  );
  await ended(first.child);
  expect(answered.length).toBeGreaterThanOrEqual(60);

  const second = await startProcess(folder, { CHAIN_SLOT_MS: "20" });
  const again = new Connection(second.url, "processed");
  const { value: known } = await again.getSignatureStatuses(answered);
  expect(known.every((status) => status?.err === null)).toBe(true);
  // Some landed although their answer was lost, so the balance is compared with the history. All are
  // finalized when the slot of the restart is.
  const restartSlot = await again.getSlot("processed");
  await vi.waitFor(
    async () => expect(await again.getSlot("finalized")).toBeGreaterThanOrEqual(restartSlot),
    20_000,
  );
  const all = await again.getSignaturesForAddress(seller, {}, "finalized");
  const paid = await Promise.all(
    all.map(async ({ signature }) => {
      const landed = await again.getTransaction(signature, { commitment: "finalized" });
      return (landed?.meta?.postBalances[1] ?? 0) - (landed?.meta?.preBalances[1] ?? 0);
    }),
  );
  expect(await again.getBalance(seller)).toBe(paid.reduce((sum, one) => sum + one, 0));
});

test("history, duplicates, reorgs and blockhash expiry are the same after a restart", async () => {
  const folder = dataFolder();
  const first = await startChain({ manualSlots: true, dataDir: folder });
  const connection = connect(first);
  const buyer = funded(first);
  first.advanceSlots(40);
  const gone = await send(connection, [buyer], [transfer(buyer, someKey(), SOL)]);
  expect(first.reorg(1)).toEqual([gone]);
  first.advanceSlots(1);
  const seller = someKey();
  const landed = await signed(connection, [buyer], transfer(buyer, seller, SOL));
  const waiting = await signed(connection, [buyer], transfer(buyer, seller, 2 * SOL));
  const signature = await connection.sendRawTransaction(landed.serialize());
  first.advanceSlots(1);
  const before = await connection.getTransaction(signature);
  const genesis = await connection.getGenesisHash();
  await first.close();

  const second = await startChain({ manualSlots: true, dataDir: folder });
  const again = connect(second);
  expect(second.slot).toBe(first.slot + 1);
  expect(await again.getGenesisHash()).toBe(genesis);
  expect(await again.getTransaction(signature)).toEqual(before);
  expect(await again.getSignatureStatus(gone, { searchTransactionHistory: true })).toMatchObject({
    value: null,
  });
  await expect(again.sendRawTransaction(landed.serialize())).rejects.toThrow(
    "already been processed",
  );
  const left = (waiting.lastValidBlockHeight ?? 0) - (await again.getBlockHeight("processed"));
  second.advanceSlots(left);
  await again.sendRawTransaction(waiting.serialize());
  // A reorg after the restart drops transactions from before it that are not finalized.
  expect(second.reorg(left)).toHaveLength(1);
  await second.close();
});

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

test("a taken port is reported in one line and ends the process", async () => {
  const first = await startProcess(dataFolder());
  const port = new URL(first.url).port;
  for (const taken of [Number(port), Number(port) - 1]) {
    const child = spawnChain(dataFolder(), { CHAIN_PORT: String(taken) });
    const lines: string[] = [];
    child.stderr?.on("data", (data) => lines.push(String(data)));
    expect(await ended(child)).toBe(1);
    expect(lines.join("")).toMatch(/^Port \d+ is taken\. .*CHAIN_PORT\.\n$/);
  }
});

test("a second chain on the same data is refused", async () => {
  const folder = dataFolder();
  const first = await startProcess(folder);
  const child = spawnChain(folder);
  const lines: string[] = [];
  child.stderr?.on("data", (data) => lines.push(String(data)));
  expect(await ended(child)).toBe(1);
  expect(lines.join("")).toContain(`in use by process ${first.child.pid}`);
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
