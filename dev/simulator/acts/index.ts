import type { Act } from "../steps";
import * as browser from "./buyers/browser";
import * as bundles from "./buyers/bundles";
import * as byHand from "./buyers/by-hand";
import * as codes from "./buyers/codes";
import * as ended from "./buyers/ended-orders";
import * as free from "./buyers/free-products";
import * as guests from "./buyers/guests";
import * as licences from "./buyers/licences";
import * as visits from "./buyers/page-visits";
import * as qr from "./buyers/qr";
import * as habits from "./buyers/wallet-habits";
import * as codeSwitches from "./sellers/codes";
import * as freeOffers from "./sellers/free-products";
import * as payments from "./sellers/payments";
import * as products from "./sellers/products";
import * as releases from "./sellers/releases";
import * as falseNames from "./strangers/false-names";
import * as guestsOrders from "./strangers/guests";
import * as junk from "./strangers/junk";
import * as ownProduct from "./strangers/own-product";

/** Everything that people do, by the name that stands in plans. */
export const acts: Readonly<Record<string, Act>> = {
  "buys in the browser": browser.buysInBrowser,
  "buys with a sending wallet": browser.buysWithSendingWallet,
  "buys with a rewriting wallet": browser.buysWithRewritingWallet,
  "buys slowly": browser.buysSlowly,
  "buys and leaves": browser.buysAndLeaves,
  "scans an order": qr.scansOrder,
  "buys by Action": qr.buysByAction,
  "asks an Action twice": qr.asksActionTwice,
  "pays by hand": byHand.paysByHand,
  "pays short": byHand.paysShort,
  "pays with two references": byHand.paysTwoReferences,
  "pays from another wallet": byHand.paysFromAnotherWallet,
  "asks for an ended order": ended.asksForEndedOrder,
  "pays an ended order": ended.paysEndedOrder,
  "refuses to sign": habits.refusesToSign,
  "signs twice": habits.signsTwice,
  "keeps signed bytes": habits.keepsSignedBytes,
  "empties the wallet": habits.emptiesWallet,
  "pays two ways": habits.paysTwoWays,
  "signs for several": habits.signsForSeveral,
  "gets money": habits.getsMoney,
  "continues an order": habits.continuesOrder,
  "reloads the page": visits.reloadsPage,
  "claims a purchase": visits.claimsPurchase,
  "unbinds the wallet": visits.unbindsWallet,
  "leaves the line": visits.leavesLine,
  "uses a code at once": codes.usesCodeAtOnce,
  "completes a bundle": bundles.completesBundle,
  "looks at a licence key": licences.looksAtKey,
  "takes a free product": free.takesFree,
  "takes what was ordered": free.takesOrdered,
  "buys what was taken": free.buysTaken,
  "removes a free product": free.removesFree,
  "takes all that is free with others": free.takesAllWithOthers,
  "looks again as a guest": guests.looksAgain,
  "fetches files as a guest": guests.fetchesFiles,
  "forgets a purchase": guests.forgetsPurchase,
  "changes the browser": guests.changesTheBrowser,
  "hands in pre-signed bytes": guests.handsInPresignedBytes,
  "asks in another's name": falseNames.asksInAnothersName,
  "scans another's order": falseNames.scansAnothersOrder,
  "scans an order at once": falseNames.scansAtOnce,
  "binds another's wallet": falseNames.bindsAnothersWallet,
  "uses another's order": falseNames.usesAnothersOrder,
  "opens a guest's order in another's name": guestsOrders.opensInAnothersName,
  "opens many guest's orders": guestsOrders.opensManyOrders,
  "lays a trap by QR": guestsOrders.laysTrap,
  "reports another's payment": guestsOrders.reportsAnothersPayment,
  "uses a guest's order": guestsOrders.usesGuestsOrder,
  "sends dust": junk.sendsDust,
  "sends junk": junk.sendsJunk,
  "names two references": junk.namesTwoReferences,
  "shares the platform's leg": junk.sharesPlatformLeg,
  "pays another's order": junk.paysAnothersOrder,
  "buys an own product": ownProduct.buysOwnProduct,
  "pays an own sale": ownProduct.paysOwnSale,
  "edits the price": products.editsPrice,
  "edits the wallet": products.editsWallet,
  "edits the stock": products.editsStock,
  "switches a code": codeSwitches.switchesCode,
  "makes a product free": freeOffers.makesFree,
  "sets a price again": freeOffers.setsPriceAgain,
  "takes an own product": freeOffers.takesOwnProduct,
  "publishes a release": releases.publishesRelease,
  "disables a product": products.disablesProduct,
  "enables a product": products.enablesProduct,
  "deletes a product": products.deletesProduct,
  "refunds a sale": payments.refundsSale,
  "refunds what waits": payments.refundsPayment,
  "accepts a payment": payments.acceptsPayment,
  "shares a payment": payments.sharesPayment,
  "dismisses a payment": payments.dismissesPayment,
  "dismisses short payments": payments.dismissesShortPayments,
};
