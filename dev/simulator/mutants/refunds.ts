// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

/** Of refunds. */
export const REFUND_MUTANTS: readonly Mutant[] = [
  {
    name: "refund-keeps-unit",
    hint: "The unit of a refunded sale is not free again.",
    edits: [
      {
        file: "db/orders/refunds.ts",
        text: '{ sold: sql`sold - ${unitOf("sold")}`, held: sql`held - ${unitOf("held")}` }',
        replacement: "{ held: sql`held` }",
      },
    ],
  },
  {
    name: "refund-keeps-right",
    hint: "A refunded buyer keeps the right to the file.",
    edits: [
      {
        file: "db/orders/fulfilment.ts",
        text: "      .update(purchases)\n      .set({ revokedAt: at })",
        replacement: "      .update(purchases)\n      .set({ revokedAt: null })",
      },
    ],
  },
  {
    name: "refund-keeps-link",
    hint: "A refunded buyer keeps a link that works.",
    edits: [
      {
        file: "db/orders/fulfilment.ts",
        text: "      .update(downloadTokens)\n      .set({ revokedAt: at })",
        replacement: "      .update(downloadTokens)\n      .set({ revokedAt: null })",
      },
    ],
  },
  {
    name: "refund-entries-swapped",
    hint: "Two writes swapped: the sum of the second is changed by the first.",
    edits: [
      {
        file: "db/orders/refunds.ts",
        text:
          '    ledgerEntry("returned", sql`r.lamports - (${sale})`),\n' +
          "    ledgerEntry(saleKind, sale),\n",
        replacement:
          "    ledgerEntry(saleKind, sale),\n" +
          '    ledgerEntry("returned", sql`r.lamports - (${sale})`),\n',
      },
    ],
  },
  {
    name: "refund-of-anothers-payment-ends-sale",
    hint: "The refund of a payment beside the sale takes the right of the buyer who paid.",
    edits: [
      {
        file: "db/orders/refunds.ts",
        text: "WHERE ${open} AND (r.closes OR (${isAllThatWaits})) AND o.payer_wallet = r.payer\n",
        replacement: "WHERE ${open}\n",
      },
    ],
  },
  {
    name: "refund-forgotten-while-it-can-land",
    hint: "A refund that is not on the chain yet counts as expired, and lands unrecorded.",
    edits: [
      {
        file: "app/settlement/use-cases/prove-transaction.ts",
        text: "return mayBeSent || tip.blockHeight <= lastValidBlockHeight ?",
        replacement: "return mayBeSent ?",
      },
    ],
  },
];
