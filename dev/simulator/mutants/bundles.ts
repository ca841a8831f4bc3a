// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";
import { CHECK_ON_STOCK } from "./stock";

/** Of bundles: units of their items, and rights to them. */
export const BUNDLE_MUTANTS: readonly Mutant[] = [
  {
    name: "item-beyond-its-limit",
    hint: "A bundle takes a unit of an item that is sold out or held.",
    edits: [
      {
        file: "db/orders/things.ts",
        text: "coalesce(q.sold + q.held + ${ahead} >= q.sale_limit, q.id IS NULL)`;",
        replacement: "(q.id IS NULL AND ${ahead} >= 0)`;",
      },
      CHECK_ON_STOCK,
    ],
  },
  {
    name: "bundle-without-items",
    hint: "Who buys a bundle has a right to it, and none to its items.",
    edits: [
      {
        file: "migrations/0059_bundles.sql",
        text: "AFTER INSERT ON `purchases`\nWHEN new.file_key IS NULL",
        replacement: "AFTER INSERT ON `purchases`\nWHEN new.file_key IS NULL AND 0",
      },
    ],
  },
  {
    name: "credit-for-what-was-refunded",
    hint: "A bundle settles at the price that an item lowered which was refunded since.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: 'if (way !== "accept" && facts.isCreditGone) return review("credit_gone");',
        replacement: "",
      },
      {
        file: "db/orders/settlement.ts",
        text: "const hasCredit = settling.isAccepted ? sql`1` : sql`NOT ${isCreditGone}`;",
        replacement:
          "const hasCredit = settling.isAccepted ? sql`1` : sql`(1 OR ${isCreditGone})`;",
      },
    ],
  },
];
