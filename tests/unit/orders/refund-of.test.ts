import { expect, it } from "vitest";
import { type IncomingPayment, refundOf } from "../../../app/orders/rules/incoming-payment";

const money = (status: IncomingPayment["status"], isPrimary: boolean): IncomingPayment =>
  ({ status, isPrimary, balance: 700n, waiting: 200n }) as IncomingPayment;

it("ends an order in review whichever refund was asked for, and keeps a sale unless all is returned", () => {
  const ended = { closes: true, lamports: 700n };
  const kept = { closes: false, lamports: 200n };
  expect(refundOf(money("review", true), "extra")).toEqual(ended);
  expect(refundOf(money("review", true), "all")).toEqual(ended);
  expect(refundOf(money("paid_by_other", true), "extra")).toEqual(ended);
  expect(refundOf(money("paid", true), "all")).toEqual(ended);
  expect(refundOf(money("paid", true), "extra")).toEqual(kept);
  expect(refundOf(money("review", false), "all")).toEqual(kept);
});
