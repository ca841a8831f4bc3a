import { decodeBase64 } from "../../lib/base64";
import type { ReferenceKeys, UnitHolds } from "../../orders/ports";
import type { Order } from "../../orders/rules/order";
import type { WatchState } from "../../orders/rules/order-state";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import { signedPart } from "../../solana/raw-transaction";
import { addSignature, decodeTransaction } from "../../solana/wire-transaction";
import { isFaultOfSigner } from "../rules/failure-cause";
import type { Observation } from "../rules/order-lifecycle";
import { PUSH_INTERVAL_MS } from "../rules/poll-schedule";

interface Deps {
  chain: Pick<Chain, "broadcast">;
  orders: Pick<UnitHolds, "recordSeconded">;
  referenceKeys: Pick<ReferenceKeys, "sign" | "canSign">;
}

/**
 * Adds the reference's signature to the payment that the wallet has signed, and sends it to all nodes.
 * Null where the order has none, or it was sent just now.
 */
export async function pushSignedPayment(
  { id, status, built, reference, referenceSecret }: Order,
  { pushedAt }: Pick<WatchState, "pushedAt">,
  now: number,
  deps: Deps,
): Promise<Observation | null> {
  if (status !== "awaiting" || built?.form !== "cosigned") return null;
  const canSign = referenceSecret !== null && (await deps.referenceKeys.canSign(referenceSecret));
  if (!canSign) return { kind: "unsignable" };
  const since = now - (pushedAt ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < PUSH_INTERVAL_MS) return null;
  const bytes = decodeBase64(built.transaction);
  const wire = decodeTransaction(bytes);
  if (!wire) return { kind: "rejected" };
  const signature = await deps.referenceKeys.sign(referenceSecret, wire.messageBytes);
  try {
    const signed = addSignature(bytes, reference, signature);
    const { outcome, errors, isSeconded } = await deps.chain.broadcast(signed);
    if (isSeconded && !built.isSeconded) {
      await deps.orders.recordSeconded(id, built.transaction);
    }
    if (outcome !== "rejected") return { kind: "pushed" };
    const { message } = signedPart(wire);
    const isFault = errors.every((error) => isFaultOfSigner(error, message, reference));
    return { kind: "rejected", isExcused: !isFault };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { kind: "pushed" };
  }
}
