// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

const PREPARING = "db/products/preparing.ts";
const MIGRATION = "migrations/0046_releases.sql";

/** Of releases: which one is on sale, bought, linked to and kept. */
export const RELEASE_MUTANTS: readonly Mutant[] = [
  {
    name: "released-before-whole",
    hint: "A release goes on sale with the first of its files that is verified.",
    edits: [{ file: PREPARING, text: " OR f.sha256 IS NULL))`;", replacement: "))`;" }],
  },
  {
    name: "former-release-on-sale",
    hint: "A release that another one took the place of is not marked as replaced.",
    edits: [
      {
        file: PREPARING,
        text: "AND published_at IS NOT NULL AND replaced_at IS NULL AND ${isWhole}`,",
        replacement:
          "AND published_at IS NOT NULL AND replaced_at IS NULL AND false AND ${isWhole}`,",
      },
    ],
  },
  {
    name: "shared-file-replaced",
    hint: "A file that two releases share is marked as replaced with the former one.",
    edits: [
      {
        file: PREPARING,
        text: "AND status = 'complete' AND key NOT IN (${its}) AND ${isWhole}`,",
        replacement: "AND status = 'complete' AND ${isWhole}`,",
      },
    ],
  },
  {
    name: "right-without-release",
    hint: "A right does not say which release was bought.",
    edits: [
      {
        file: MIGRATION,
        text: "AFTER INSERT ON `purchases`\nBEGIN\n\tINSERT INTO rights (order_id, product_id, uid, release_id, created_at, revoked_at)\n\tVALUES (new.order_id, new.product_id, new.uid, (SELECT p.release_id FROM products p\n\t\tWHERE p.id = new.product_id AND p.file_key = new.file_key),",
        replacement:
          "AFTER INSERT ON `purchases`\nBEGIN\n\tINSERT INTO rights (order_id, product_id, uid, release_id, created_at, revoked_at)\n\tVALUES (new.order_id, new.product_id, new.uid, NULL,",
      },
    ],
  },
  {
    name: "link-to-last-file",
    hint: "The first link of a settlement leads to the newest file of the product, whatever was bought.",
    edits: [
      {
        file: "db/orders/fulfilment.ts",
        text: "SELECT ${tokenHash}, p.uid, p.product_id, r.release_id, p.file_key,",
        replacement:
          "SELECT ${tokenHash}, p.uid, p.product_id, (SELECT max(f.key) FROM files f WHERE f.product_id = p.product_id), p.file_key,",
      },
    ],
  },
  {
    name: "held-release-removed",
    hint: "A replaced release is removed while a buyer has it.",
    edits: [
      {
        file: "db/orders/rights.ts",
        text: "r.release_id = ${id} AND r.revoked_at IS NULL)",
        replacement: "r.release_id = ${id} AND r.revoked_at IS NULL AND false)",
      },
    ],
  },
];
