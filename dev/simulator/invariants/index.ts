import { dueIsScheduled, polledByObject, strangersAreBounded } from "./bounds";
import { bundleGivesItsItems, creditIsPaid } from "./bundles";
import {
  codeOffOpensNothing,
  codeOffSettlesNothingLate,
  orderCostsWhatWasAsked,
  personWithinCode,
} from "./codes";
import { eventsTellTheState } from "./events";
import {
  freeOfferIsAllowed,
  givenCountsPeople,
  givenWithinBounds,
  grantIsNoSale,
  grantStandsAlone,
  grantsMatchRights,
} from "./grants";
import { guestsAreBounded, secretForOwnPayment } from "./guests";
import type { Invariant } from "./invariant";
import { keyEndsWithRight, keyIsOfOneOrder, keysAreEnough } from "./licences";
import { booksMatchChain, noLamportInTwoOrders, secondPaymentRefundable } from "./money";
import {
  boughtFilesAreKept,
  linkToOwnRelease,
  oneReleaseOnSale,
  rightToReleaseOnSale,
} from "./releases";
import { endedStaysEnded, linkOnlyForRight, rightHasPayment, rightsMatchPurchases } from "./rights";
import { sharesMatchBooks } from "./shares";
import { heldForGoodReason, stockWithinLimit, thingsWithinCapacity } from "./stock";
import { whenChanged } from "./when-changed";

/** Hold after every change of the database or of the chain. */
export const invariants: readonly Invariant[] = [
  noLamportInTwoOrders,
  booksMatchChain,
  stockWithinLimit,
  thingsWithinCapacity,
  heldForGoodReason,
  personWithinCode,
  orderCostsWhatWasAsked,
  codeOffOpensNothing,
  codeOffSettlesNothingLate,
  keyIsOfOneOrder,
  keyEndsWithRight,
  keysAreEnough,
  bundleGivesItsItems,
  creditIsPaid,
  rightHasPayment,
  rightsMatchPurchases,
  grantsMatchRights,
  grantStandsAlone,
  grantIsNoSale,
  freeOfferIsAllowed,
  givenCountsPeople,
  givenWithinBounds,
  rightToReleaseOnSale,
  boughtFilesAreKept,
  oneReleaseOnSale,
  linkToOwnRelease,
  secondPaymentRefundable,
  linkOnlyForRight,
  endedStaysEnded,
  strangersAreBounded,
  secretForOwnPayment,
  guestsAreBounded,
  sharesMatchBooks,
  eventsTellTheState,
]
  .map(whenChanged)
  .concat(dueIsScheduled, polledByObject);
