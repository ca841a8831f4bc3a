// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

const GRANTS = "db/orders/grants.ts";
const BOUNDS_IN_WRITE = {
  file: GRANTS,
  text: "${isThere(grant)}\n        AND ${isUnder(grant, bounds(grant))}`;",
  replacement: "${isThere(grant)}`;",
};

/** Of what is given for free: to whom, how often, and what takes it back. */
export const GRANT_MUTANTS: readonly Mutant[] = [
  {
    name: "given-without-bounds",
    hint: "Nothing bounds what an account or a network address takes in a day.",
    edits: [BOUNDS_IN_WRITE],
  },
  {
    name: "bounds-asked-before-the-write",
    hint: "The bounds of what is given are read before the write, and many requests at once pass.",
    edits: [
      BOUNDS_IN_WRITE,
      {
        file: GRANTS,
        text: "      const { id, uid, productId, address, by, at } = grant;\n",
        replacement:
          '      const { id, uid, productId, address, by, at } = grant;\n      const before = await whyNot(db, grant);\n      if (before.kind === "too_many") return before;\n',
      },
    ],
  },
  {
    name: "new-people-unbounded",
    hint: "A product is given to any number of new people in an hour.",
    edits: [
      {
        file: GRANTS,
        text: "unless: sql`EXISTS (SELECT 1 FROM grants WHERE uid = ${uid} AND product_id = ${productId})`,",
        replacement: "unless: sql`1`,",
      },
    ],
  },
  {
    name: "given-beside-a-purchase",
    hint: "Who has bought a product is given it as well.",
    edits: [{ file: GRANTS, text: "AND NOT ${isOwned(grant)} AND ", replacement: "AND " }],
  },
  {
    name: "taken-again-by-another-right",
    hint: "A product that is taken again gives a right under a new id, without a grant.",
    edits: [
      {
        file: GRANTS,
        text: "SELECT g.id, g.product_id, g.uid, coalesce",
        replacement: "SELECT ${id}, g.product_id, g.uid, coalesce",
      },
    ],
  },
  {
    name: "removal-leaves-links",
    hint: "The links to a product work on after it was removed from the library.",
    edits: [
      {
        file: GRANTS,
        text: "WHERE ${mine} AND revoked_at IS NULL AND NOT ${another}`,",
        replacement: "WHERE ${mine} AND revoked_at IS NULL AND NOT ${another} AND false`,",
      },
    ],
  },
  {
    name: "link-for-an-ended-right",
    hint: "A link that was asked for while a right ended is written after it, and works.",
    edits: [
      {
        file: "db/library/download-tokens.ts",
        text: " WHERE ${mayDownload(token)}`,",
        replacement: "`,",
      },
    ],
  },
  {
    name: "removal-ends-a-purchase",
    hint: "Whoever removes a free product by an old page loses what they have bought since.",
    edits: [
      {
        file: GRANTS,
        text: "SET revoked_at = ${at} WHERE order_id = ${id} AND uid = ${uid}\n          AND grant_reason IS NOT NULL AND revoked_at IS NULL`,",
        replacement:
          "SET revoked_at = ${at} WHERE ${mine} AND (order_id = ${id} OR grant_reason IS NULL)\n          AND revoked_at IS NULL`,",
      },
    ],
  },
  {
    name: "removed-by-another-person",
    hint: "Anybody who knows the id of a grant can remove it.",
    edits: [
      {
        file: GRANTS,
        text: "WHERE id = ${id} AND uid = ${uid} AND removed_at IS NULL`,",
        replacement: "WHERE id = ${id} AND removed_at IS NULL`,",
      },
    ],
  },
  {
    name: "refund-ends-a-grant",
    hint: "A refund of a payment for a product takes it from who has it for free.",
    edits: [
      {
        file: "db/orders/fulfilment.ts",
        text: "      .update(rights)\n      .set({ revokedAt: at })\n      .where(and(isOfThem, isNull(rights.revokedAt))),",
        replacement:
          "      .update(rights)\n      .set({ revokedAt: at })\n      .where(and(sql`(${isOfThem} OR grant_reason = 'free' AND (uid, product_id) IN (SELECT s.buyer_uid, s.product_id FROM orders s WHERE s.id IN (${orders})))`, isNull(rights.revokedAt))),",
      },
    ],
  },
  {
    name: "paid-beside-a-grant",
    hint: "A payment settles the order of a person who has the product for free.",
    edits: [
      {
        file: "db/orders/settlement.ts",
        text: "AND r.order_id <> o.id AND ${IS_LIVE}`,",
        replacement:
          "AND r.order_id <> o.id AND r.order_id IN (SELECT s.id FROM orders s) AND ${IS_LIVE}`,",
      },
    ],
  },
  {
    name: "given-with-a-price",
    hint: "A product that has a price is given to who asks for it by a request.",
    edits: [
      {
        file: GRANTS,
        text: "      AND ${isGiven} AND file_key",
        replacement: "      AND (${isGiven} OR ${by === null ? 1 : 0}) AND file_key",
      },
    ],
  },
  {
    name: "given-to-its-seller",
    hint: "A seller takes an own product for free, which is counted.",
    edits: [
      { file: GRANTS, text: " AND owner_uid <> ${uid})", replacement: ")" },
      {
        file: "app/checkout/use-cases/take-free.ts",
        text: '    if (product.ownerUid === uid) throw new Problem("own_product");\n',
        replacement: "",
      },
    ],
  },
  {
    name: "taken-without-being-counted",
    hint: "The seller's count of people leaves out who takes a product for free.",
    edits: [
      {
        file: GRANTS,
        text: "given = given + NOT EXISTS (SELECT 1 FROM rights",
        replacement: "given = given + 0 * (SELECT count(*) FROM rights",
      },
    ],
  },
  {
    name: "counted-when-taken-again",
    hint: "Who removes a free product and takes it again counts twice.",
    edits: [
      {
        file: GRANTS,
        text: "          WHERE id = ${productId} AND ${isNew}`,",
        replacement:
          "          WHERE id = ${productId} AND EXISTS (SELECT 1 FROM grants WHERE uid = ${uid}\n            AND product_id = ${productId} AND created_at = ${at})`,",
      },
      {
        file: GRANTS,
        text: "NOT EXISTS (SELECT 1 FROM rights\n              WHERE uid",
        replacement:
          "NOT EXISTS (SELECT 1 FROM (SELECT * FROM rights LIMIT 0)\n              WHERE uid",
      },
    ],
  },
  {
    name: "free-with-a-limit",
    hint: "A limited product can be made free.",
    edits: [
      {
        file: "app/products/rules/product-form.ts",
        text: '  if (isFree && saleType !== "infinite") return invalid("free_not_limited", "saleType");\n',
        replacement: "",
      },
    ],
  },
  {
    name: "free-before-a-sale",
    hint: "Anybody can offer free products, whom neither a sale nor the operator speaks for.",
    edits: [{ file: GRANTS, text: "return row.may === 1;", replacement: "return row.may >= 0;" }],
  },
];
