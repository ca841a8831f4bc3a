import { expect, test } from "vitest";
import {
  type ReportedEntry,
  reportSpan,
  TRANSACTIONS_HEADER,
  transactionRow,
} from "../../../app/dashboard/rules/transactions-report";

const entry: ReportedEntry = {
  id: 1,
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  kind: "sale",
  productId: "p1",
  title: "Rain",
  lamports: 1_500_000_000n,
  feeLamports: 15_000_000n,
  signature: "S",
  slot: 7,
  payer: "W",
  orderId: "o1",
  status: "paid",
};

test("has a byte order mark and a row of names", () => {
  expect(TRANSACTIONS_HEADER).toBe(
    "\ufeffTime (UTC),Kind,Product ID,Title,Lamports,SOL,Fee lamports,Signature,Slot,Buyer wallet," +
      "Order ID,Order status\r\n",
  );
});

test("a sale has its commission beside it", () => {
  expect(transactionRow(entry)).toBe(
    '"2026-01-02T03:04:05.006Z","sale","p1","Rain",1500000000,1.5,15000000,"S",7,"W","o1","paid"\r\n',
  );
});

test.each([
  ["fee", 15_000_000n, "-15000000,-0.015,"],
  ["fee_owed", 15_000_000n, "-15000000,-0.015,"],
  ["fee_rolled_back", -15_000_000n, "15000000,0.015,"],
  ["refund", -1_500_000_000n, "-1500000000,-1.5,"],
  ["surplus", 1n, "1,0.000000001,"],
] as const)("%s of %s is a number that adds up", (kind, lamports, cells) => {
  const row = transactionRow({ ...entry, kind, lamports, feeLamports: null });
  expect(row).toContain(`,"p1","Rain",${cells},"S",`);
});

// spec: seller.csv-formulas
test.each([
  ["=HYPERLINK(1)", '"\'=HYPERLINK(1)"'],
  ["-2+3", '"\'-2+3"'],
  ['@a,"b"\r\n', `"'@a,""b""\r\n"`],
  ["été 🎈", '"été 🎈"'],
])("the title %j is text: %j", (title, cell) => {
  expect(transactionRow({ ...entry, title })).toContain(`,"p1",${cell},1500000000,`);
});

test("ids and wallets are text too", () => {
  const row = transactionRow({ ...entry, productId: "-p", orderId: "=o", payer: null });
  expect(row).toContain(`,"sale","'-p","Rain",`);
  expect(row).toMatch(/,7,"","'=o","paid"\r\n$/);
});

test.each([
  [null, 0, Number.MAX_SAFE_INTEGER],
  ["", 0, Number.MAX_SAFE_INTEGER],
  ["2024", Date.UTC(2024, 0), Date.UTC(2025, 0)],
])("the span of the year %j", (year, from, until) => {
  expect(reportSpan(year)).toEqual({ from, until });
});

test.each(["24", "02024", "2024.5", "-2024", "2024 ", "99999999999999", "0000", "x", "٢٠٢٤"])(
  "%j is no year",
  (year) => {
    expect(reportSpan(year)).toBeNull();
  },
);
