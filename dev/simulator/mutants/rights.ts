import type { Mutant } from "./mutant";

const TRIGGERS = "migrations/0059_bundles.sql";
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
];
