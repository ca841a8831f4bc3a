import { setTimeout as sleep } from "node:timers/promises";
import {
  FindReferenceError,
  findReference,
  ValidateTransferError,
  validateTransfer,
} from "@solana/pay";
import { Connection, Keypair, type PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import BigNumber from "bignumber.js";
import { LAMPORTS_PER_SOL, PRICE_LAMPORTS } from "../../tests/support/app-under-test";
import type { BuyerPace } from "./our-sale";
import { airdropWallet, confirmedAt, type RpcBench } from "./rpc-bench";

/** Poll interval of Solana Pay's own point of sale. */
const POLL_INTERVAL_MS = 250;

/**
 * A sale as Solana Pay's own point of sale polls it (its `PaymentProvider`): `findReference` by an
 * interval from the moment that the QR is shown, then `validateTransfer` until the node has the
 * transaction. Its later calls, for more confirmations, are left out. Returns the time (ms)
 * from when the payment was confirmed until it was seen to be valid.
 */
export async function officialSale(
  bench: RpcBench,
  { requestsAfterMs, sendsAfterMs }: BuyerPace,
): Promise<number> {
  const payer = airdropWallet(bench.chain);
  const recipient = airdropWallet(bench.chain).publicKey;
  const reference = Keypair.generate().publicKey;
  const shop = new Connection(bench.official.urls[0] ?? "", "confirmed");
  const valid = followReference(shop, reference, recipient);
  await sleep(requestsAfterMs + sendsAfterMs);
  const network = new Connection(bench.chain.url, "confirmed");
  const transfer = SystemProgram.transfer({
    fromPubkey: payer.publicKey,
    toPubkey: recipient,
    lamports: PRICE_LAMPORTS,
  });
  transfer.keys.push({ pubkey: reference, isSigner: false, isWritable: false });
  const signature = await network.sendTransaction(new Transaction().add(transfer), [payer]);
  const confirmed = confirmedAt(network, signature);
  return (await valid) - (await confirmed);
}

/** An unpaid checkout; its page is closed after that time (ms). */
export async function officialAbandoned(bench: RpcBench, closesAfter: number): Promise<void> {
  const shop = new Connection(bench.official.urls[0] ?? "", "confirmed");
  const reference = Keypair.generate().publicKey;
  const timer = setInterval(() => void found(shop, reference), POLL_INTERVAL_MS);
  await sleep(closesAfter);
  clearInterval(timer);
}

async function followReference(
  shop: Connection,
  reference: PublicKey,
  recipient: PublicKey,
): Promise<number> {
  const signature = await new Promise<string>((resolve) => {
    const timer = setInterval(async () => {
      const signature = await found(shop, reference);
      if (!signature) return;
      clearInterval(timer);
      resolve(signature);
    }, POLL_INTERVAL_MS);
  });
  const amount = new BigNumber(PRICE_LAMPORTS).div(LAMPORTS_PER_SOL);
  for (;;) {
    try {
      await validateTransfer(shop, signature, { recipient, amount, reference });
      return performance.now();
    } catch (error) {
      if (!(error instanceof ValidateTransferError)) throw error;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

async function found(shop: Connection, reference: PublicKey): Promise<string | null> {
  try {
    return (await findReference(shop, reference)).signature;
  } catch (error) {
    if (error instanceof FindReferenceError) return null;
    throw error;
  }
}
