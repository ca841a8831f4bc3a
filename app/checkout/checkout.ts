import { type BuildingPorts, buildingOf } from "./use-cases/build-payment-transaction";
import { buyingWithWalletOf, type WalletBuyingPorts } from "./use-cases/buy-with-wallet";
import { type ClaimingPorts, claimingOf } from "./use-cases/claim-order";
import { currentTermsOf, type TermsPorts } from "./use-cases/current-terms";
import { type FollowingPorts, followingOf } from "./use-cases/follow-order";
import { type OpeningPorts, openingOf } from "./use-cases/open-order";
import { type PayablePorts, payableOrdersOf } from "./use-cases/payable-order";
import { type PreviousPorts, previousTransactionOf } from "./use-cases/previous-transaction";
import { orderOfBuyerIn, type ReadingPorts, readingOf } from "./use-cases/read-order";
import { type PurchasePagePorts, purchasePageOf } from "./use-cases/read-purchase-page";
import { type ReportingPorts, reportingOf } from "./use-cases/report-signature";
import { type SendingPorts, sendingOf } from "./use-cases/send-signed-payment";
import { type UnbindingPorts, unbindingOf } from "./use-cases/unbind-wallet";

type BuyingPorts = TermsPorts & PayablePorts & OpeningPorts & PreviousPorts & BuildingPorts;

/** What is needed to open and pay orders; enough for sales without a request. */
export function buyingOf(ports: BuyingPorts) {
  const terms = currentTermsOf(ports);
  const payable = payableOrdersOf(ports);
  const opening = openingOf(ports, terms);
  const previous = previousTransactionOf(ports, payable);
  const buildPaymentTransaction = buildingOf(ports, terms, payable, previous);
  return { terms, payable, opening, buildPaymentTransaction };
}

export type CheckoutPorts = BuyingPorts &
  ReadingPorts &
  WalletBuyingPorts &
  SendingPorts &
  FollowingPorts &
  ClaimingPorts &
  ReportingPorts &
  UnbindingPorts &
  PurchasePagePorts;

export type Checkout = ReturnType<typeof checkoutOf>;

/** The request side of a purchase: opens, builds, takes and shows orders. */
export function checkoutOf(ports: CheckoutPorts) {
  const { terms, payable, opening, buildPaymentTransaction } = buyingOf(ports);
  const orderOfBuyer = orderOfBuyerIn(ports);
  return {
    orderOfBuyer,
    ...readingOf(ports),
    readPurchasePage: purchasePageOf(ports),
    readRefusal: terms.readRefusal,
    startPurchase: opening.startPurchase,
    buildPaymentTransaction,
    buyWithWallet: buyingWithWalletOf(ports, opening, buildPaymentTransaction),
    ...sendingOf(ports, terms, payable, orderOfBuyer),
    reportSignature: reportingOf(ports, orderOfBuyer),
    ...followingOf(ports, orderOfBuyer),
    unbindWallet: unbindingOf(ports, orderOfBuyer),
    ...claimingOf(ports),
  };
}
