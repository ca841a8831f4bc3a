import {
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { afterEach, expect, test } from "vitest";
import { createSimulatedChain } from "../../../dev/simulator/chain/simulated-chain";
import { createRandom } from "../../../dev/simulator/random";
import { type Life, Scheduler } from "../../../dev/simulator/scheduler";
import { createWallet } from "../../../dev/simulator/wallets";
import type { SimulatedChain, SimulatedWallet } from "../../../dev/simulator/world";

const START_MS = 1_800_000_000_000;
const SOL = 1_000_000_000n;
const life: Life = { name: "isolate", isOver: false };
const opened: SimulatedChain[] = [];

function setUp(seed = "chain", nodeCount = 2) {
  const random = createRandom(seed);
  const scheduler = new Scheduler(random.fork("scheduler"), START_MS);
  const lines: string[] = [];
  const trace = {
    lines,
    add: (who: string, text: string) => lines.push(`${who} ${text}`),
    hash: () => lines.join("\n"),
  };
  const chain = createSimulatedChain({ random, scheduler, nodeCount, trace });
  opened.push(chain);
  const [payer, seller] = [createWallet(random.fork("payer")), createWallet(random.fork("seller"))];
  chain.fund(payer.address, SOL);
  chain.fund(seller.address, SOL);
  const run = (ms: number) => scheduler.runUntil(scheduler.now + ms);
  /** The result of a call of a node, or why there is none. */
  const call = async (node: number, method: string, params: unknown[] = [], at: Life = life) => {
    let result: unknown = "no answer";
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    chain
      .fetchFor(at)(chain.urls[node] ?? "", { method: "POST", body })
      .then((response) => response.text())
      .then((text) => {
        const answer = JSON.parse(text);
        result = answer.error ?? answer.result;
      })
      .catch((error: Error) => {
        result = error.name;
      });
    await scheduler.runUntil(scheduler.now + 300);
    return result;
  };
  const transfer = (lamports: bigint) => signedTransfer(chain, payer, seller.address, lamports);
  return { chain, scheduler, lines, payer, seller, run, call, transfer };
}

function signedTransfer(
  chain: SimulatedChain,
  from: SimulatedWallet,
  to: string,
  lamports: bigint,
) {
  const payerKey = new PublicKey(from.address);
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: chain.latestBlockhash(),
    instructions: [
      SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports }),
    ],
  }).compileToLegacyMessage();
  const signature = from.sign(message.serialize());
  const bytes = new VersionedTransaction(message, [signature]).serialize();
  return { bytes, signature: bs58.encode(signature) };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

afterEach(() => {
  for (const chain of opened.splice(0)) chain.close();
});

test("slots follow virtual time, at any pace, and stand still while the chain halts", async () => {
  const { chain, run } = setUp();
  const first = chain.slot;
  await run(25_000);
  expect(chain.slot - first).toBe(100);
  chain.faults.setSlotMs(100);
  await run(10_000);
  expect(chain.slot - first).toBe(200);
  chain.faults.halt();
  await run(10_000);
  expect(chain.slot - first).toBe(200);
  chain.faults.resume();
  await run(26 * 3_600_000);
  expect(chain.slot - first).toBe(200 + 26 * 36_000);
  expect(chain.finalizedSlot).toBe(chain.slot - 32);
});

test("a payment lands, becomes final after 32 slots, and names what it moved", async () => {
  const { chain, run, call, payer, seller, transfer } = setUp();
  const { bytes, signature } = transfer(600_000_000n);
  expect(await call(0, "sendTransaction", [base64(bytes), { encoding: "base64" }])).toBe(signature);
  await run(1_100);
  expect(chain.landed()).toMatchObject([
    {
      signature,
      hasRun: true,
      err: null,
      signers: [payer.address],
      transfers: [{ from: payer.address, to: seller.address, lamports: 600_000_000n, extra: [] }],
    },
  ]);
  expect(chain.isFinal(signature)).toBe(false);
  expect(chain.balance(seller.address)).toBe(SOL + 600_000_000n);
  await run(9_000);
  expect(chain.isFinal(signature)).toBe(true);
  // The wallet has too little left for the same again: the block holds a failure, which costs the fee.
  const failing = transfer(600_000_000n);
  chain.submit(failing.bytes);
  expect(chain.landed()[1]).toMatchObject({ signature: failing.signature, transfers: [] });
  expect(chain.landed()[1]?.err).not.toBeNull();
  expect(chain.balance(payer.address)).toBe(400_000_000n - 10_000n);
});

test("an emptied wallet's payment is refused by the blocks, and lands after it was funded", async () => {
  const { chain, payer, seller, transfer } = setUp();
  const payment = transfer(500_000_000n);
  chain.submit(signedTransfer(chain, payer, seller.address, SOL - 5_000n).bytes);
  expect(chain.balance(payer.address)).toBe(0n);
  chain.submit(payment.bytes);
  expect(chain.landed()).toHaveLength(1);
  chain.fund(payer.address, SOL);
  chain.submit(payment.bytes);
  expect(chain.landed()[1]).toMatchObject({ signature: payment.signature, err: null });
});

test("a fork drops what is not final, and some of it lands again", async () => {
  const again = new Set<boolean>();
  for (let seed = 0; seed < 8; seed++) {
    const { chain, run, call, payer, transfer } = setUp(`fork ${seed}`);
    const kept = transfer(1_000_000n);
    chain.submit(kept.bytes);
    await run(20_000);
    const { bytes, signature } = transfer(2_000_000n);
    await run(1_000);
    chain.submit(bytes);
    chain.fund(payer.address, 7n);
    const balance = chain.balance(payer.address);
    await run(1_000);
    const version = chain.version;
    chain.faults.fork(6);
    expect(chain.version).not.toBe(version);
    expect(chain.landed().map((payment) => payment.signature)).toEqual([kept.signature]);
    expect(chain.balance(payer.address)).toBe(balance + 2_005_000n);
    await run(12_000);
    const isBack = chain.landed().length === 2;
    again.add(isBack);
    const statuses = await call(1, "getSignatureStatuses", [[signature]]);
    expect(statuses).toMatchObject({ value: [isBack ? { err: null } : null] });
    // Final blocks stay, however deep the fork.
    await run(20_000);
    const all = [...chain.landed()];
    chain.faults.fork(1_000);
    expect(chain.landed()).toEqual(all);
  }
  expect(again).toEqual(new Set([true, false]));
});

test("finality 0 makes confirmed blocks final, which they stay when it takes longer again", async () => {
  const { chain, run, transfer } = setUp();
  chain.faults.setFinality(0);
  const { bytes, signature } = transfer(1_000_000n);
  chain.submit(bytes);
  expect(chain.isFinal(signature)).toBe(false);
  await run(250);
  expect(chain.isFinal(signature)).toBe(true);
  chain.faults.setFinality(31);
  expect(chain.isFinal(signature)).toBe(true);
  chain.faults.fork(100);
  expect(chain.landed()).toHaveLength(1);
});

test("a transaction stands in a block without running, and may run later", async () => {
  const { chain, run, call, seller, transfer } = setUp();
  chain.faults.setLanding({ late: 0, never: 0, notRun: 1 });
  const { bytes, signature } = transfer(1_000_000n);
  chain.submit(bytes);
  expect(chain.landed()).toMatchObject([{ signature, hasRun: false, transfers: [] }]);
  expect(chain.balance(seller.address)).toBe(SOL);
  expect(await call(0, "getSignatureStatuses", [[signature]])).toMatchObject({
    value: [{ err: "InsufficientFundsForFee" }],
  });
  chain.submit(bytes);
  expect(chain.landed()).toMatchObject([{ hasRun: false }, { signature, hasRun: true, err: null }]);
  expect(chain.balance(seller.address)).toBe(SOL + 1_000_000n);
  // A fork that drops the second block leaves the first one.
  await run(250);
  chain.faults.fork(1);
  expect(chain.landed()).toHaveLength(2);
});

test("what is never to land does not until the quiet; what is late lands within a minute", async () => {
  const { chain, scheduler, run, transfer } = setUp();
  chain.faults.setLanding({ late: 0, never: 1, notRun: 0 });
  const { bytes } = transfer(1_000_000n);
  chain.submit(bytes);
  chain.submit(bytes, 1_000);
  await run(5_000);
  expect(chain.landed()).toEqual([]);
  chain.faults.quiet();
  chain.submit(bytes);
  expect(chain.landed()).toHaveLength(1);
  chain.faults.setLanding({ late: 1, never: 0, notRun: 0 });
  const sentAt = scheduler.now;
  for (let sent = 2n; sent < 12n; sent++) chain.submit(transfer(sent * 1_000_000n).bytes);
  await run(60_000);
  // The blockhash of some has expired by then: it lives for 150 slots.
  const delays = chain.landed().flatMap(({ at }) => (at > sentAt ? [at - sentAt] : []));
  expect(delays.length).toBeGreaterThan(1);
  expect(delays.length).toBeLessThan(10);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...delays)).toBeLessThanOrEqual(150 * 250);
});

test("a node lies about statuses and meta while the other one tells the truth", async () => {
  const { chain, call, run, transfer } = setUp();
  chain.faults.setNode(1, { kind: "lying-meta", share: 1 });
  chain.faults.setNode(0, { kind: "lying-status", share: 1 });
  const { bytes, signature } = transfer(1_000_000n);
  chain.submit(bytes);
  await run(20_000);
  const params = [[signature], { searchTransactionHistory: true }];
  const told = new Set<string>();
  for (let asked = 0; asked < 12; asked++) {
    told.add(
      JSON.stringify(
        ((await call(0, "getSignatureStatuses", params)) as { value: [{ err: unknown } | null] })
          .value[0]?.err,
      ),
    );
    expect(await call(1, "getSignatureStatuses", params)).toMatchObject({
      value: [{ err: null, confirmationStatus: "finalized" }],
    });
  }
  expect(told.size).toBe(3);
  const read = [signature, { encoding: "base64", maxSupportedTransactionVersion: 1 }];
  // The second liar has made the first one honest.
  const honest = await call(1, "getTransaction", read);
  expect(honest).toMatchObject({ meta: { err: null, innerInstructions: [] } });
  chain.faults.setNode(1, { kind: "lying-meta", share: 1 });
  expect(await call(0, "getSignatureStatuses", params)).toMatchObject({ value: [{ err: null }] });
  expect(await call(1, "getTransaction", read)).not.toEqual(honest);
  expect(await call(0, "getTransaction", read)).toEqual(honest);
});

test("nodes lag, swallow, belong to another chain, and fail on the way", async () => {
  const { chain, call, run, payer, seller, transfer } = setUp();
  await run(10_000);
  chain.faults.setNode(1, { kind: "lag", slots: 100 });
  const slot = () => chain.slot;
  expect(slot() - Number(await call(1, "getSlot", [{ commitment: "processed" }]))).toBeGreaterThan(
    97,
  );
  chain.submit(transfer(1_000_000n).bytes);
  await run(10_000);
  const balance = async (node: number) =>
    ((await call(node, "getBalance", [seller.address])) as { value: number }).value;
  expect([await balance(0), await balance(1)]).toEqual([1_001_000_000, 1_000_000_000]);
  chain.faults.setNode(1, { kind: "other-genesis" });
  expect(await call(0, "getGenesisHash")).toBe(chain.genesisHash);
  expect(await call(1, "getGenesisHash")).not.toBe(chain.genesisHash);
  expect(await call(1, "getBalance", [payer.address])).toMatchObject({ value: 0 });
  chain.faults.setNode(1, { kind: "swallow" });
  const { bytes, signature } = transfer(3_000_000n);
  expect(await call(1, "sendTransaction", [base64(bytes), { encoding: "base64" }])).toBe(signature);
  await run(5_000);
  expect(chain.landed()).toHaveLength(1);
  chain.faults.setNode(1, { kind: "timeout", share: 1 });
  expect(await call(1, "getSlot")).toBe("no answer");
  chain.faults.setNode(1, { kind: "half-json", share: 1 });
  expect(await call(1, "getSlot")).toBe("SyntaxError");
  chain.faults.setNode(1, { kind: "lost-answer", share: 1 });
  expect(await call(1, "sendTransaction", [base64(bytes), { encoding: "base64" }])).toBe(
    "TypeError",
  );
  await run(1_000);
  expect(chain.landed()).toHaveLength(2);
});

test("a request that has left arrives; its answer does not reach a life that is over", async () => {
  const { chain, call, run, scheduler, transfer } = setUp();
  const dying: Life = { name: "dying", isOver: false };
  scheduler.schedule(1, () => {
    dying.isOver = true;
  });
  const { bytes } = transfer(1_000_000n);
  const sent = [base64(bytes), { encoding: "base64" }];
  expect(await call(0, "sendTransaction", sent, dying)).toBe("no answer");
  await run(1_000);
  expect(chain.landed()).toHaveLength(1);
});

test("the same seed gives the same chain, also after another chain in this process", async () => {
  const history = async () => {
    const { chain, call, run, lines, transfer } = setUp("twice", 3);
    chain.faults.setLanding({ late: 0.3, never: 0.1, notRun: 0.3 });
    for (let sent = 0; sent < 10; sent++) {
      chain.submit(transfer(BigInt(1_000_000 + sent)).bytes);
      await run(2_000);
      if (sent === 5) chain.faults.fork(10);
      lines.push(JSON.stringify(await call(sent % 3, "getLatestBlockhash")));
    }
    lines.push(chain.genesisHash, String(chain.balance(chain.landed()[0]?.signers[0] ?? "")));
    chain.close();
    opened.length = 0;
    return lines;
  };
  const first = await history();
  expect(await history()).toEqual(first);
});
