// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

const GIVE = "app/licences/use-cases/give-keys.ts";
const MIGRATION = "migrations/0057_licences.sql";

/** Of licence keys: whose one is, and when it ends. */
export const LICENCE_MUTANTS: readonly Mutant[] = [
  {
    name: "licence-given-again-after-restore",
    hint: "A restored database gives keys that others have by the records beside it.",
    edits: [
      {
        file: GIVE,
        text: "if (standing.orderId === orderId && standing.hash === hash) {",
        replacement: "if (standing.hash === hash) {",
      },
      {
        file: "db/licences/pools.ts",
        text: "WHERE name = ${UNREAD_RECORDS})`;",
        replacement: "WHERE name = ${UNREAD_RECORDS} AND 0)`;",
      },
    ],
  },
  {
    name: "licence-made-again-after-restore",
    hint: "An order whose generated key the database has lost gets another one.",
    edits: [
      {
        file: GIVE,
        text: "await ports.givenKeys.storeGenerated(await ports.licenceRecords.claim(wanted));",
        replacement:
          "await ports.licenceRecords.claim(wanted);\n  await ports.givenKeys.storeGenerated(wanted);",
      },
      {
        file: "db/licences/pools.ts",
        text: "WHERE name = ${UNREAD_RECORDS})`;",
        replacement: "WHERE name = ${UNREAD_RECORDS} AND 0)`;",
      },
    ],
  },
  {
    name: "seen-licence-is-free-again",
    hint: "A refund frees a key that its buyer has seen.",
    edits: [
      {
        file: MIGRATION,
        text: "\t\t\tAND given_at IS NULL AND new.revoked_at IS NOT NULL;",
        replacement: "\t\t\tAND new.revoked_at IS NOT NULL;",
      },
    ],
  },
  {
    name: "licence-outlives-right",
    hint: "A key goes on counting after its payment was refunded or rolled back.",
    edits: [
      {
        file: MIGRATION,
        text: "WHERE order_id = new.order_id AND product_id = new.product_id AND given_at IS NOT NULL;",
        replacement: "WHERE 0;",
      },
    ],
  },
];
