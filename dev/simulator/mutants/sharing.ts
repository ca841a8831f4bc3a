// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

/** Of sales that others share in: who receives what of a payment. */
export const SHARING_MUTANTS: readonly Mutant[] = [
  {
    name: "share-not-paid",
    hint: "An order settles by the legs of seller and platform, and those who share get nothing.",
    edits: [
      {
        file: "app/settlement/rules/verify-payment.ts",
        text: "return legsDueFrom(payer, order).every(",
        replacement: "return legsDueFrom(payer, order).filter((leg) => !isShare(leg)).every(",
      },
      {
        file: "app/orders/rules/may-settle.ts",
        text: `if (way !== "accept" && creditedFor(order, payment) < order.priceLamports)
    return { kind: "no", why: "short" };`,
        replacement: "",
      },
    ],
  },
  {
    name: "unshared-payment-settles",
    hint: "The whole price to the seller settles a shared order without the seller's decision.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: `if (way !== "accept" && payment.shares?.isComplete === false) return review("not_shared");`,
        replacement: "",
      },
    ],
  },
  {
    name: "paid-shares-stay-owed",
    hint: "What a seller has paid to the others is owed to them still.",
    edits: [
      {
        file: "db/orders/share-payments.ts",
        text: '    ofWallets("share_owed_rolled_back", sql`-${amount}`, shared, isOwed),\n',
        replacement: "",
      },
      {
        file: "db/orders/share-payments.ts",
        text: '    ofSeller("share_owed_rolled_back", sql`-${paid}`, shared),\n',
        replacement: "",
      },
    ],
  },
  {
    name: "shares-paid-in-vain-are-forgotten",
    hint: "Shares that a seller pays of an order that is not settled by it are not due back.",
    edits: [
      {
        file: "db/orders/share-payments.ts",
        text: '    ofWallets("due_back", amount, own, sql`NOT (${isOwed})`),\n',
        replacement: "",
      },
    ],
  },
  {
    name: "unshared-payment-counts-as-shared",
    hint: "What an accepted payment left unpaid is on record as received by the others.",
    edits: [
      {
        file: "app/orders/rules/recorded-payment.ts",
        text: `const isComplete = reviewReason !== "not_shared";`,
        replacement: `const isComplete = reviewReason !== "late";`,
      },
    ],
  },
  {
    name: "seller-returns-shares",
    hint: "A payment that settles nothing can be refunded with what the others got of it.",
    edits: [
      {
        file: "app/orders/rules/payment.ts",
        text: "return payment.shares ? payment.sellerPaid : payment.sellerPaid + payment.feePaid;",
        replacement: "return sentBy(payment);",
      },
    ],
  },
  {
    name: "own-share-is-due",
    hint: "An author who buys has to send a share to the own wallet.",
    edits: [
      {
        file: "app/orders/rules/legs.ts",
        text: "return legs.filter((leg) => !isShare(leg) || leg.wallet !== payer);",
        replacement:
          "return legs.filter((leg) => !isShare(leg) || leg.wallet !== leg.role + payer);",
      },
    ],
  },
  {
    name: "own-share-on-record",
    hint: "An author who buys has a share of the own purchase on record.",
    edits: [
      {
        file: "db/orders/shares.ts",
        text: "AND s.value ->> 'wallet' <> ${payer}))",
        replacement: "AND s.value ->> 'wallet' <> s.value ->> 'role' || ${payer}))",
      },
    ],
  },
  {
    name: "owed-share-forgotten",
    hint: "The share of a wallet that can't receive stays with the seller, who owes nothing.",
    edits: [
      {
        file: "db/orders/shares.ts",
        text: `json_each('["legs", "owed", "withheld"]') part`,
        replacement: `json_each('["legs", "withheld"]') part`,
      },
      {
        file: "db/orders/order-writes.ts",
        text: "sql`${Number(unpaid)} + ${sharesOwedBy(id)}`",
        replacement: "sql`${Number(unpaid)} + 0 * ${sharesOwedBy(id)}`",
      },
    ],
  },
  {
    name: "share-stays-after-rollback",
    hint: "What the others got of a payment that a fork has dropped stays on record.",
    edits: [
      {
        file: "db/orders/order-outcomes.ts",
        text: `reverse("share_rolled_back"),`,
        replacement: "",
      },
      {
        file: "db/orders/order-outcomes.ts",
        text: "reverseShares(db, { id, signature, at }, isSettled),",
        replacement: "",
      },
    ],
  },
];
