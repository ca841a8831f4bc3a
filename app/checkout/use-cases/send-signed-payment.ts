import { assertNever } from "../../lib/assert-never";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher, ReferenceKeys, UnitHolds } from "../../orders/ports";
import { chargedWallets } from "../../orders/rules/charged-wallets";
import { isScarce, type Order, termsOf } from "../../orders/rules/order";
import { minBlocksLeft } from "../../orders/rules/stock-limits";
import type { StockLine } from "../../orders/rules/stock-line";
import { isBuyersWallet } from "../../orders/use-cases/is-buyers-wallet";
import type { StockWatcher } from "../../orders/use-cases/stock-watcher";
import { namesReferenceBesideLegs, verifyPayment } from "../../settlement/rules/verify-payment";
import type { Chain } from "../../solana/chain";
import { isLowBalance } from "../../solana/is-low-balance";
import { matchSignedTransaction } from "../../solana/match-signed-transaction";
import type { Pace } from "../../solana/pace";
import type { RawTransaction } from "../../solana/raw-transaction";
import {
  readSignedTransaction,
  type SignedBytes,
  toRawTransaction,
} from "../../solana/signed-transaction";
import { decodeWireText } from "../../solana/wire-transaction";
import { assertCurrentTerms, type TermsDeps } from "./current-terms";
import {
  assertOpen,
  assertSignable,
  deliverableProduct,
  paymentUnderWay,
  penaltyProblem,
} from "./payable-order";
import { orderOfBuyer } from "./read-order";

type Deps = Parameters<typeof assertOpen>[1] &
  Parameters<typeof deliverableProduct>[1] &
  TermsDeps &
  Parameters<typeof isBuyersWallet>[2] & {
    clock: Clock;
    orders: Pick<OrderStore, "byId" | "reportSignature" | "expire"> &
      Pick<UnitHolds, "takeUnit" | "penaltyEndsAt">;
    stockLine: Pick<StockLine, "join">;
    referenceKeys: Pick<ReferenceKeys, "canSign">;
    watcher: Pick<OrderWatcher, "suggested" | "built" | "changed">;
    stockWatcher: StockWatcher;
    chain: Pick<
      Chain,
      "send" | "simulate" | "latestBlockhash" | "isBlockhashValid" | "lookupTables" | "pace"
    >;
  };

interface Input {
  orderId: string;
  buyerUid: string;
  /** Wire bytes, base64. */
  transaction: string;
}

/**
 * Takes the transaction that a wallet has signed without sending it. The wallet may have rewritten it:
 * it is verified by its effect. Of a unique or limited product it takes a unit of stock, and the
 * order's object adds the reference's signature and sends it. Where no unit is free it gets a place in
 * line, and the answer is `held`. Throws `not_found` (also for another buyer's order),
 * `invalid_input`, `expired`, `other_wallet`, `inactive`, `sold_out`, `changed`, `held`,
 * `low_balance`, `slow_down`; `ChainUnavailable`.
 */
export async function sendSignedPayment(input: Input, deps: Deps): Promise<{ signature: string }> {
  const order = await orderOfBuyer(input, deps);
  try {
    if (!isScarce(order)) return await sendUnlimited(order, input.transaction, deps);
    if (order.built?.form === "presigned")
      return await sendPreSigned(order, input.transaction, deps);
    return await takeAndSend(order, input.buyerUid, input.transaction, deps);
  } catch (error) {
    const signature = error instanceof Problem && (await sentMeanwhile(input, deps));
    if (!signature) throw error;
    return { signature };
  }
}

/** The signature of these bytes where another request with them has come first, or they have paid. */
async function sentMeanwhile(
  { orderId, transaction }: Input,
  { orders, watcher }: Pick<Deps, "orders" | "watcher">,
): Promise<string | null> {
  const signature = decodeWireText(transaction)?.wire.signatures[0];
  const order = await orders.byId(orderId);
  if (!order || !signature) return null;
  if (order.built?.form === "cosigned" && order.built.transaction === transaction) {
    await watcher.built(order.id);
    return signature;
  }
  return order.signature === signature ? signature : null;
}

/** Of an unlimited product: any transaction that pays the order. */
async function sendUnlimited(
  order: Order,
  transaction: string,
  deps: Deps,
): Promise<{ signature: string }> {
  const signed = await readSignedTransaction(transaction, null);
  if (!signed) throw invalidTransaction();
  const { signature, bytes } = signed;
  if (order.signature === signature) return { signature };
  await assertOpen(order, deps);
  await paymentOf(order, signed, deps);
  if (!order.built) await assertCurrentTerms(order, await deliverableProduct(order, deps), deps);
  return relay(order, { bytes, signature }, deps);
}

/** The transaction that the server has signed before: only its missing signatures may differ. */
async function sendPreSigned(
  order: Order,
  transaction: string,
  deps: Deps,
): Promise<{ signature: string }> {
  const built = order.built?.transaction ?? "";
  const signed = matchSignedTransaction(transaction, built);
  if (!signed) throw invalidTransaction();
  return relay(order, signed, deps);
}

async function relay(
  order: Order,
  { bytes, signature }: { bytes: Uint8Array; signature: string },
  deps: Deps,
): Promise<{ signature: string }> {
  await deps.orders.reportSignature(order.id, signature, deps.clock.now());
  await deps.chain.send(bytes);
  await deps.watcher.suggested(order.id);
  return { signature };
}

async function takeAndSend(
  order: Order,
  uid: string,
  transaction: string,
  deps: Deps,
): Promise<{ signature: string }> {
  const signed = await readSignedTransaction(transaction, order.reference);
  if (!signed) throw invalidTransaction();
  const { signature, bytes } = signed;
  if (order.signature === signature) return { signature };
  await assertOpen(order, deps);
  // The same bytes as before are answered like the first time.
  const pace = await deps.chain.pace();
  if (order.built) throw paymentUnderWay(pace.blockhashBlocks, pace);
  await assertSignable(order, deps);
  const { payer: account, raw } = await paymentOf(order, signed, deps);
  await assertCurrentTerms(order, await deliverableProduct(order, deps), deps);
  const lifetime = await lifetimeOf(order, signed, pace, deps);
  const { minValidHeight, slot, lastValidBlockHeight } = lifetime;
  const failure = await deps.chain.simulate(bytes);
  if (failure !== null)
    throw isLowBalance(failure) ? new Problem("low_balance") : invalidTransaction();

  const at = deps.clock.now();
  const charges = chargedWallets(raw, order.reference);
  const payment = { transaction, account, signature, lastValidBlockHeight, charges };
  const outcome = await deps.orders.takeUnit(order.id, payment, { minValidHeight, slot, at });
  switch (outcome) {
    case "taken":
      await deps.stockWatcher.start();
      await deps.watcher.built(order.id);
      return { signature };
    case "penalty":
      throw await penaltyProblem(order, account, deps);
    case "in_flight":
      throw new Problem("slow_down", { retryAfterSeconds: IN_FLIGHT_RETRY_SECONDS });
    case "changed":
      throw new Problem("changed");
    case "held": {
      const place = { orderId: order.id, productId: order.productId, uid };
      const position = await deps.stockLine.join(place, payment, { minValidHeight, at });
      await deps.stockWatcher.start();
      throw inLine(position);
    }
    default:
      return assertNever(outcome);
  }
}

/** A payment lands or fails within seconds. */
const IN_FLIGHT_RETRY_SECONDS = 5;
/** Who waits asks again after this time, with the same bytes. */
const LINE_RETRY_SECONDS = 3;

function inLine(position: number | null): Problem {
  return new Problem("held", {
    retryAfterSeconds: LINE_RETRY_SECONDS,
    ...(position !== null && { messageKey: "in_line" as const, params: { position } }),
  });
}

/**
 * What the transaction would pay. Throws where it does not settle the order, or does more with its
 * reference: whatever else such an instruction does would have our signature.
 */
async function paymentOf(
  order: Order,
  { wire, signature }: SignedBytes,
  deps: Pick<Deps, "chain" | "users">,
): Promise<{ payer: string; raw: RawTransaction }> {
  const raw = await toRawTransaction(wire, deps);
  if (!raw || namesReferenceBesideLegs(termsOf(order), raw)) throw invalidTransaction();
  const verdict = verifyPayment(termsOf(order), signature, raw);
  if (verdict.kind === "settled") return { payer: verdict.payment.payer, raw };
  if (verdict.kind !== "paid_by_other") throw invalidTransaction();
  const { payer } = verdict.payment;
  if (!(await isBuyersWallet(order, payer, deps))) throw new Problem("other_wallet");
  return { payer, raw };
}

/**
 * The last block height at which the transaction is valid, and the one until which a transaction has
 * to be valid to be taken now. A blockhash that the wallet chose is valid now, so it is not valid for
 * longer than a new one. Throws `expired`.
 */
async function lifetimeOf(
  { offered }: Order,
  { wire }: SignedBytes,
  pace: Pace,
  { chain }: Pick<Deps, "chain">,
): Promise<{ minValidHeight: number; slot: number; lastValidBlockHeight: number }> {
  const { slot, ...latest } = await chain.latestBlockhash();
  const height = latest.lastValidBlockHeight - pace.blockhashBlocks;
  const minValidHeight = height + minBlocksLeft(pace);
  const { recentBlockhash } = wire.message;
  if (offered?.blockhash === recentBlockhash) {
    if (offered.lastValidBlockHeight < minValidHeight) throw signAgain();
    return { minValidHeight, slot, lastValidBlockHeight: offered.lastValidBlockHeight };
  }
  if (!(await chain.isBlockhashValid(recentBlockhash))) throw signAgain();
  return { minValidHeight, slot, lastValidBlockHeight: latest.lastValidBlockHeight };
}

function signAgain(): Problem {
  return new Problem("expired", { messageKey: "sign_again" });
}

function invalidTransaction(): Problem {
  return new Problem("invalid_input", { field: "transaction" });
}

/** Gives up the place of a signed payment in line. Throws `not_found`, as for another buyer's order. */
export async function leaveLine(
  input: { orderId: string; buyerUid: string },
  deps: { orders: Pick<OrderStore, "byId">; stockLine: Pick<StockLine, "leave"> },
): Promise<void> {
  const order = await orderOfBuyer(input, deps);
  await deps.stockLine.leave(order.id);
}
