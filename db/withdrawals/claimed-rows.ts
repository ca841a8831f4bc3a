import { type PersonRows, rowsOf } from "../accounts/person-rows";

/** The seller's. A buyer's are found by the order. */
export const personRows: PersonRows = {
  reassign: ({ from, to, open }) => [rowsOf(from, open).giveTo(to, "withdrawals", "owner_uid")],
  remove: ({ uid, pseudonym, begun }) => [
    rowsOf(uid, begun).giveTo(pseudonym, "withdrawals", "owner_uid"),
  ],
};

export const KEPT = {
  order: {
    "withdrawals.order_id": "an order of a declaration was paid, and is not removed",
    "receipt_numbers.order_id": "an order with a receipt is not removed",
  },
};
