import { type PersonRows, rowsOf } from "../accounts/person-rows";

export const personRows: PersonRows = {
  reassign: ({ from, open }) => [rowsOf(from, open).drop("followed_orders")],
  remove: ({ uid, begun }) => [rowsOf(uid, begun).drop("followed_orders")],
};

export const KEPT = {
  order: { "followed_orders.order_id": "purged by age" },
};
