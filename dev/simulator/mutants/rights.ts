import type { Mutant } from "./mutant";

const TRIGGERS = "migrations/0045_rights.sql";
const OF_PURCHASES = "AFTER UPDATE OF `uid`, `order_id`, `revoked_at` ON `purchases`";

/** Of rights, which triggers keep beside purchases. */
export const RIGHT_MUTANTS: readonly Mutant[] = [
  {
    name: "reversal-leaves-right",
    hint: "A purchase ends, and the right to it stays.",
    edits: [
      {
        file: TRIGGERS,
        text: OF_PURCHASES,
        replacement: "AFTER UPDATE OF `uid`, `order_id` ON `purchases`",
      },
      {
        file: "db/orders/fulfilment.ts",
        text: "      .update(rights)\n      .set({ revokedAt: at })",
        replacement: "      .update(rights)\n      .set({ revokedAt: null })",
      },
    ],
  },
  {
    name: "claim-leaves-right",
    hint: "The right to a claimed purchase stays with the account that opened the order.",
    edits: [
      {
        file: TRIGGERS,
        text: "AFTER INSERT ON `purchases`\nBEGIN\n\tINSERT INTO rights (order_id, product_id, uid, created_at, revoked_at)\n\tVALUES (new.order_id, new.product_id, new.uid,",
        replacement:
          "AFTER INSERT ON `purchases`\nBEGIN\n\tINSERT INTO rights (order_id, product_id, uid, created_at, revoked_at)\n\tVALUES (new.order_id, new.product_id, coalesce((SELECT buyer_uid FROM orders WHERE id = new.order_id), new.uid),",
      },
      {
        file: TRIGGERS,
        text: "IS NOT new.revoked_at);\nEND;\n--> statement-breakpoint\nCREATE TRIGGER `purchase_changed`",
        replacement:
          "IS NOT new.revoked_at) AND false;\nEND;\n--> statement-breakpoint\nCREATE TRIGGER `purchase_changed`",
      },
    ],
  },
];
