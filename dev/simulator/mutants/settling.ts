// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

/** Of promises 1 and 3: which payment settles which order. */
export const SETTLING_MUTANTS: readonly Mutant[] = [
  {
    name: "seller-buys-at-second-poll",
    hint: "A payment of the seller that went to review settles his own product at the next poll.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: `if (wasOwned || facts.isOwned || isOwnProduct) return review("owned");`,
        replacement: `if (facts.isOwned || (isOwnProduct && !wasOwned)) return review("owned");`,
      },
      {
        file: "db/orders/settlement.ts",
        text:
          "      AND (o.status <> 'review' OR coalesce(o.review_reason, '') <> 'owned')\n" +
          "      AND ${wallet} NOT IN (o.recipient, p.recipient) AND w.payer <> o.owner_uid\n" +
          "      AND w.buyer <> o.owner_uid AND NOT ${isOwned} AND NOT ${isSignatureUsed}\n",
        replacement: "      AND NOT ${isOwned} AND NOT ${isSignatureUsed}\n",
      },
    ],
  },
  {
    name: "platform-not-paid",
    hint: "The seller's share alone settles an order.",
    edits: [
      {
        file: "app/settlement/rules/verify-payment.ts",
        text: "(paid.seller?.lamports ?? 0n) >= whole;",
        replacement: "(paid.seller?.lamports ?? 0n) >= lamportsTo(order, 'seller');",
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
    name: "transfer-counts-for-each-reference",
    hint: "A transfer with the references of two orders counts for both.",
    edits: [
      {
        file: "app/settlement/rules/verify-payment.ts",
        text: "return receives(order) && extra.find(isReference) === order.reference;",
        replacement: "return receives(order) && extra.includes(order.reference);",
      },
      {
        file: "app/settlement/rules/verify-payment.ts",
        text: "if (extra[0] !== order.reference) return false;\n  if (extra.length === 1) return true;",
        replacement: "if (extra.includes(order.reference)) return true;",
      },
    ],
  },
  {
    name: "any-wallet-pays-for-the-bound-one",
    hint: "A payment from another wallet than the bound one settles the order.",
    edits: [
      {
        file: "app/settlement/rules/verify-payment.ts",
        text: `bound && bound !== payer ? "paid_by_other" : "settled"`,
        replacement: `bound && !payer ? "paid_by_other" : "settled"`,
      },
    ],
  },
  {
    name: "claimed-by-anybody",
    hint: "Any account with a wallet claims what another wallet paid.",
    edits: [
      {
        file: "app/checkout/use-cases/claim-order.ts",
        text: "const incoming = wallet === null ? null : await ports.incomingPayments.find(orderId, wallet);",
        replacement: "const incoming = await ports.incomingPayments.find(orderId, null);",
      },
    ],
  },
  {
    name: "product-sold-twice-to-one-buyer",
    hint: "A second order settles for a buyer who has the product, and takes the right of the first.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: "if (wasOwned || facts.isOwned || isOwnProduct)",
        replacement: "if (wasOwned || isOwnProduct)",
      },
      {
        file: "db/orders/settlement.ts",
        text: "AND NOT ${isOwned} AND NOT ${isSignatureUsed}",
        replacement: "AND NOT ${isSignatureUsed}",
      },
    ],
  },
  {
    name: "late-payment-below-todays-price",
    hint: "A wrong comparison: a late payment settles where it does not cover the price of today.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: "priceToday(terms, { ...product, isCodeOff }) <= credited",
        replacement: "priceToday(terms, { ...product, isCodeOff }) >= credited",
      },
    ],
  },
  {
    name: "second-payment-not-recorded",
    hint: "A second payment of a settled order leaves no record, so that nobody can refund it.",
    edits: [
      {
        file: "app/settlement/use-cases/apply-effect.ts",
        text: "return orders.record(orderId, outcome.why, payment, now);",
        replacement: "return;",
      },
      {
        file: "app/settlement/use-cases/notify-named-orders.ts",
        text: `else await orders.record(order.id, "duplicate", payment, clock.now());`,
        replacement: "",
      },
    ],
  },
  {
    name: "accepted-payment-counts-twice",
    hint: "What waited for a decision and became a sale still waits for a decision.",
    edits: [
      {
        file: "db/orders/order-writes.ts",
        text: '{ kind: "accepted", lamports: accepted },',
        replacement: "",
      },
    ],
  },
  {
    name: "stranger-ends-anothers-order",
    hint: "A payment of the seller, or of an owner of the product, puts another person's order in review.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: `  if ((isSellers || isOwners) && !isOrderOf(order, payment))
    return { kind: "no", why: "duplicate" };`,
        replacement: "",
      },
    ],
  },
  {
    name: "ended-order-built-again",
    hint: "A transaction is built for an order that has ended, which is open again then.",
    edits: [
      {
        file: "app/checkout/use-cases/payable-order.ts",
        text: `if (order.status === "expired" || over) throw expiredProblem(order);`,
        replacement: "",
      },
      {
        file: "db/orders/stock-holds.ts",
        text: "sql`id = ${id} AND status IN ${OPEN} AND built_transaction IS ${replaces}",
        replacement: "sql`id = ${id} AND built_transaction IS ${replaces}",
      },
      {
        file: "app/checkout/use-cases/build-payment-transaction.ts",
        text: "await assertCurrentTerms(order, product);",
        replacement: "",
      },
    ],
  },
];
