import {
  type BuildingPorts,
  createBuildPaymentTransaction,
} from "./use-cases/build-payment-transaction";
import { createBuyWithWallet, type WalletBuyingPorts } from "./use-cases/buy-with-wallet";
import { type ClaimingPorts, createClaimOrder } from "./use-cases/claim-order";
import { createCurrentTerms, type TermsPorts } from "./use-cases/current-terms";
import {
  createDeclareWaiver,
  createWaiverSetting,
  type WaiverPorts,
} from "./use-cases/declare-waiver";
import { createFollowOrder, type FollowingPorts } from "./use-cases/follow-order";
import { createOrderOpening, type OpeningPorts } from "./use-cases/open-order";
import { createPayableOrders, type PayablePorts } from "./use-cases/payable-order";
import { createPreviousTransaction, type PreviousPorts } from "./use-cases/previous-transaction";
import { createOrderOfBuyer, createReadOrder, type ReadingPorts } from "./use-cases/read-order";
import { createReadPurchasePage, type PurchasePagePorts } from "./use-cases/read-purchase-page";
import { createReadQuote, type QuotePorts } from "./use-cases/read-quote";
import { createReportSignature, type ReportingPorts } from "./use-cases/report-signature";
import { createSendSignedPayment, type SendingPorts } from "./use-cases/send-signed-payment";
import { createStartGuestPurchase, type GuestBuyingPorts } from "./use-cases/start-guest-purchase";
import { createStartPurchase, type PurchasePorts } from "./use-cases/start-purchase";
import { createTakeFree, type FreePorts } from "./use-cases/take-free";
import { createUnbindWallet, type UnbindingPorts } from "./use-cases/unbind-wallet";

type BuyingPorts = QuotePorts &
  TermsPorts &
  PayablePorts &
  OpeningPorts &
  PreviousPorts &
  BuildingPorts &
  Omit<WaiverPorts, "watcher">;

/** What is needed to open and pay orders; enough for sales without a request. */
export function buyingOf(ports: BuyingPorts) {
  const readQuote = createReadQuote(ports);
  const terms = createCurrentTerms(ports, readQuote);
  const payable = createPayableOrders(ports);
  const setWaiver = createWaiverSetting(ports);
  const opening = createOrderOpening(ports, readQuote, terms, setWaiver);
  const previous = createPreviousTransaction(ports, payable);
  const buildPaymentTransaction = createBuildPaymentTransaction(ports, terms, payable, previous);
  return { readQuote, terms, payable, opening, setWaiver, buildPaymentTransaction };
}

export type CheckoutPorts = BuyingPorts &
  PurchasePorts &
  FreePorts &
  ReadingPorts &
  WalletBuyingPorts &
  GuestBuyingPorts &
  SendingPorts &
  FollowingPorts &
  ClaimingPorts &
  ReportingPorts &
  UnbindingPorts &
  WaiverPorts &
  PurchasePagePorts;

export type Checkout = ReturnType<typeof checkoutOf>;

/** The request side of a purchase: opens, builds, takes and shows orders. */
export function checkoutOf(ports: CheckoutPorts) {
  const { readQuote, terms, payable, opening, setWaiver, buildPaymentTransaction } =
    buyingOf(ports);
  const orderOfBuyer = createOrderOfBuyer(ports);
  const takeFree = createTakeFree(ports);
  return {
    takeFree,
    orderOfBuyer,
    ...createReadOrder(ports, readQuote),
    readPurchasePage: createReadPurchasePage(ports, readQuote),
    readOffer: terms.readOffer,
    startPurchase: createStartPurchase(ports, opening, takeFree),
    startGuestPurchase: createStartGuestPurchase(ports, opening, payable),
    buildPaymentTransaction,
    buyWithWallet: createBuyWithWallet(ports, opening, buildPaymentTransaction),
    ...createSendSignedPayment(ports, terms, payable, orderOfBuyer),
    reportSignature: createReportSignature(ports, orderOfBuyer),
    ...createFollowOrder(ports, orderOfBuyer),
    unbindWallet: createUnbindWallet(ports, orderOfBuyer),
    declareWaiver: createDeclareWaiver(ports, orderOfBuyer, setWaiver),
    ...createClaimOrder(ports),
  };
}
