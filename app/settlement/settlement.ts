import type { SettlementPorts } from "./ports";
import { createAdvanceLine } from "./use-cases/advance-line";
import { createApplyEffect, createSettlePayment } from "./use-cases/apply-effect";
import { createCheckBalances } from "./use-cases/check-balances";
import { createDropPayment } from "./use-cases/drop-payment";
import { createNotifyNamedOrders } from "./use-cases/notify-named-orders";
import { createPoll } from "./use-cases/poll";
import { createPurgeOrdersWithoutBuyer } from "./use-cases/purge-orders-without-buyer";
import { createRestoreOrders } from "./use-cases/restore-order";
import { createSearch } from "./use-cases/search";
import { createSignedPayments } from "./use-cases/signed-payments";
import { createSweepOverdueOrders } from "./use-cases/sweep-overdue-orders";
import { createSweepPlatformAddress } from "./use-cases/sweep-platform-address";
import { createVerifier } from "./use-cases/verify";
import { createRefundWatch } from "./use-cases/watch-refund";
import { createSharingWatch } from "./use-cases/watch-sharing";

export type Settlement = ReturnType<typeof settlementOf>;

/** What happens to orders by what the chain shows; made once for each set of ports. */
export function settlementOf(ports: SettlementPorts) {
  const verifier = createVerifier(ports);
  const { watchRefund, proveRefund } = createRefundWatch(ports);
  const { watchSharing, proveSharing } = createSharingWatch(ports);
  const { advanceLine, sweepStockLines } = createAdvanceLine(ports);
  const settlePayment = createSettlePayment(ports);
  const restoreOrders = createRestoreOrders(ports);
  const notifyNamedOrders = createNotifyNamedOrders(ports, {
    ...verifier,
    restoreOrders,
    settlePayment,
  });
  const poll = createPoll(ports, {
    search: createSearch(ports, verifier),
    signedPayments: createSignedPayments(ports),
    applyEffect: createApplyEffect(ports, settlePayment),
    advanceLine,
    watchRefund,
    watchSharing,
  });
  return {
    // The order's own object.
    poll,
    // Requests about refunds, shares and claims.
    proveRefund,
    proveSharing,
    dropIfGone: createDropPayment(ports),
    settlePayment,
    // The object of those who hold units or wait for one.
    checkBalances: createCheckBalances(ports, advanceLine),
    // The cron.
    sweepOverdueOrders: createSweepOverdueOrders(ports),
    sweepPlatformAddress: createSweepPlatformAddress(ports, notifyNamedOrders),
    sweepStockLines,
    purgeOrdersWithoutBuyer: createPurgeOrdersWithoutBuyer(ports),
  };
}
