import { expect, test } from "vitest";
import {
  isProvable,
  mayProve,
  proofFileName,
  purchaseSubject,
} from "../../../app/library/rules/purchase-proof";
import type { ReceiptEntry } from "../../../app/library/rules/receipt";
import { accountBuyer, GUEST_ACCESS_MS, type GuestBuyer } from "../../../app/orders/rules/buyer";
import type { LedgerKind } from "../../../app/orders/rules/ledger-kinds";
import type { Order } from "../../../app/orders/rules/order";
import { ORDER_STATUSES } from "../../../app/orders/rules/order-state";
import { orderOf } from "../../support/factories/order";

const PAID_AT = Date.UTC(2026, 10, 27, 12);
const FILE = { name: "a person's words.pdf", sizeBytes: 9, sha256: "ab".repeat(32) };
const GUEST: GuestBuyer = { kind: "guest", secretHash: "h".repeat(64) };

const paid = (change: Partial<Order> = {}): Order => ({
  ...orderOf({ productId: "product", ownerUid: "seller", buyerUid: "buyer" }),
  id: "order",
  recipient: "SellerWallet",
  reference: "Reference",
  createdAt: PAID_AT - 1,
  status: "paid",
  signature: "signature",
  payerWallet: "Payer",
  paidLamports: 1_000n,
  settledAt: PAID_AT,
  finalizedAt: PAID_AT,
  ...change,
});
const entry = (kind: LedgerKind, lamports: bigint, signature = "signature"): ReceiptEntry => ({
  ...{ kind, lamports, signature, slot: 5, at: PAID_AT, payer: "Payer" },
});
const subjectOf = (order: Order, entries: ReceiptEntry[] = []) =>
  purchaseSubject(order, { entries, files: [FILE], cluster: "devnet" });

// spec: statement.purchase
test("a proof names order, file, transaction, wallets and amounts, and no words of people", () => {
  const order = paid({ label: "Words of the seller" });
  const subject = subjectOf(order, [entry("sale", 1_000n), entry("fee", 10n)]);
  expect(subject).toEqual({
    order: "order",
    product: "product",
    sha256: FILE.sha256,
    sizeBytes: 9,
    cluster: "devnet",
    transaction: "signature",
    reference: "Reference",
    payer: "Payer",
    seller: "SellerWallet",
    lamports: "1000",
    sellerLamports: "990",
    paidAt: "2026-11-27T12:00:00.000Z",
  });
});

// spec: statement.purchase
test("the seller's amount is what the named transaction moved", () => {
  const sellers = (entries: ReceiptEntry[]) => subjectOf(paid(), entries)?.sellerLamports;
  // The commission came to the seller, who owes it.
  expect(sellers([entry("sale", 1_000n), entry("fee_owed", 10n)])).toBe("1000");
  // Paid in two transactions, which the seller accepted.
  const parts = [entry("partial", 600n), entry("fee", 6n), entry("partial", 400n, "other")];
  expect(sellers(parts)).toBe("594");
  // Rolled back and landed again.
  const again = [entry("sale", 1_000n), entry("rolled_back", -1_000n), entry("sale", 1_000n)];
  expect(sellers([...again, entry("fee", 10n), entry("refund", -1_000n, "other")])).toBe("990");
  // An order of an older version has no entries.
  expect(sellers([])).toBe("990");
});

// spec: statement.purchase
test("what an old record lacks is null, and a granted file has no proof", () => {
  const order = paid({ settledAt: null, payerWallet: null, paidLamports: null });
  const facts = { entries: [], files: [], cluster: "devnet" } as const;
  const unknown = { sha256: null, sizeBytes: null, payer: null, paidAt: null, lamports: "1000" };
  expect(purchaseSubject(order, facts)).toMatchObject(unknown);
  const unhashed = { ...facts, files: [{ ...FILE, sha256: "" }] };
  expect(purchaseSubject(order, unhashed)).toMatchObject({ sha256: null, sizeBytes: 9 });
  expect(subjectOf(paid({ grantReason: "fork" }))).toBeNull();
  expect(subjectOf(paid({ signature: null }))).toBeNull();
  const states = ["paid", "final", "granted", "refunded"] as const;
  expect(states.filter(isProvable)).toEqual(["final"]);
});

// spec: statement.purchase-rights
test("the buyer of a paid order may ask, and the browser that paid it for a day", () => {
  const may = (change: Partial<Order>, buyer = accountBuyer("buyer"), now = PAID_AT) =>
    mayProve(paid(change), buyer, now);
  expect(ORDER_STATUSES.filter((status) => may({ status }))).toEqual(["paid", "refunded"]);
  expect(may({}, accountBuyer("seller"))).toBe(false);
  const guest = { secretHash: GUEST.secretHash, wallet: "Payer", signature: "signature" };
  expect(may({ guest }, GUEST)).toBe(true);
  expect(may({ guest }, GUEST, PAID_AT - 1 + GUEST_ACCESS_MS)).toBe(false);
  expect(may({ guest }, { ...GUEST, secretHash: "other" })).toBe(false);
  // Another payment than the browser's own settled it.
  expect(may({ guest: { ...guest, signature: null } }, GUEST)).toBe(false);
  expect(may({ guest: { ...guest, signature: "other" } }, GUEST)).toBe(false);
});

test("the file is named by the order, whatever its id has in it", () => {
  expect(proofFileName("0a1b2c3d-4e5f")).toBe("comptoir-purchase-0a1b2c3d.json");
  expect(proofFileName('a":\r\n/../b')).toBe("comptoir-purchase-ab.json");
});
