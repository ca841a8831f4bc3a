// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

export const CHECK_ON_STOCK = {
  file: "migrations/0000_entities.sql",
  text: `	CONSTRAINT "stock_within_limit" CHECK(sale_limit IS NULL OR sold + held <= sale_limit),\n`,
  replacement: "",
};

/** Of promise 2: units of unique and limited products. */
export const STOCK_MUTANTS: readonly Mutant[] = [
  {
    name: "one-lamport-locks-unit",
    hint: "A payment below the price puts its order in review, which keeps the unit.",
    edits: [
      {
        file: "app/settlement/use-cases/apply-effect.ts",
        text: "return orders.recordShort(order, effect.payment, now);",
        replacement: `return orders.review(order.id, "late", effect.payment, now);`,
      },
    ],
  },
  {
    name: "sold-by-hand-without-unit",
    hint: "A limited product that is paid by hand needs no unit, and no CHECK stops it.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: `return facts.things === "available" ? { kind: "yes" } : review("no_stock");`,
        replacement: `return { kind: "yes" };`,
      },
      {
        file: "db/orders/settlement.ts",
        text: "AND (o.hold = 'held' OR ${isThere}) AND",
        replacement: "AND",
      },
      CHECK_ON_STOCK,
    ],
  },
  {
    name: "one-unit-too-many-held",
    hint: "A wrong comparison holds a unit more than the limit, and no CHECK stops it.",
    edits: [
      {
        file: "db/orders/things.ts",
        text: "${product}.sold + ${product}.held < ${product}.sale_limit",
        replacement: "${product}.sold + ${product}.held <= ${product}.sale_limit",
      },
      {
        file: "db/orders/things.ts",
        text: "${ahead.own} < ${product}.sale_limit",
        replacement: "${ahead.own} <= ${product}.sale_limit",
      },
      CHECK_ON_STOCK,
    ],
  },
  {
    name: "hold-not-released",
    hint: "The unit of a transaction that can't land any more stays held.",
    edits: [
      {
        file: "db/orders/stock-holds.ts",
        text: "sql`UPDATE products SET held = held - 1 WHERE id IN (${units})`,",
        replacement: "",
      },
      {
        file: "db/orders/stock-holds.ts",
        text: "hold = CASE hold WHEN 'held' THEN 'released' ELSE hold END, updated_at = ${at}",
        replacement: "updated_at = ${at}",
      },
    ],
  },
  {
    name: "count-of-held-leaves-out-review",
    hint: "The count of held units takes those of awaiting orders alone.",
    edits: [
      {
        file: "db/orders/things.ts",
        text: "WHERE h.product_id = products.id AND h.hold = 'held')\n",
        replacement: "WHERE h.product_id = products.id AND h.status = 'awaiting')\n",
      },
    ],
  },
  {
    name: "replaced-while-held",
    hint: "An order whose transaction holds a unit is replaced, and its unit is never free again.",
    edits: [
      {
        file: "app/orders/rules/purchase-option.ts",
        text: `if (order?.built && why) return { kind: "wait", why };`,
        replacement: "",
      },
      {
        file: "db/orders/orders.ts",
        text: `        isNull(orders.builtTransaction),
        ne(orders.hold, "held"),
`,
        replacement: "",
      },
    ],
  },
  {
    name: "sold-unit-stays-held",
    hint: "The unit of a sale counts as sold and as held.",
    edits: [
      {
        file: "db/orders/order-writes.ts",
        text: "held: sql`held - (SELECT hold = 'held' FROM orders WHERE id = ${id})`,",
        replacement: "",
      },
    ],
  },
  {
    name: "sent-bytes-not-scheduled",
    hint: "Nobody looks after signed bytes that were taken, where the call of their object is lost.",
    edits: [
      {
        file: "db/orders/stock-holds.ts",
        text: "next_poll_at = ${at}, updated_at = ${at}",
        replacement: "updated_at = ${at}",
      },
    ],
  },
  {
    name: "code-beyond-its-uses",
    hint: "A payment settles its order though the code that it takes is used up.",
    edits: [
      {
        file: "db/orders/things.ts",
        text: "  return sql`NOT EXISTS (SELECT 1 FROM ${besidesUnit(order)}\n    AND coalesce(f.sold + f.held >= f.capacity, 1) AND ${counts})`;",
        replacement: "  return sql`(${order}.id IS NOT NULL)`;",
      },
      {
        file: "db/orders/things.ts",
        text: "EXISTS (SELECT 1 FROM ${besidesUnit(order)}\n    AND coalesce(f.sold >= f.capacity, 1) AND ${counts})",
        replacement: "(${order}.id IS NULL)",
      },
      {
        file: "migrations/0042_scarce_things.sql",
        text: "CHECK(held >= 0 AND sold >= 0 AND held + sold <= capacity)",
        replacement: "CHECK(held >= 0)",
      },
    ],
  },
  {
    name: "use-stays-held",
    hint: "A use of a code that was held stays so once it is sold or given back.",
    edits: [
      {
        file: "migrations/0059_bundles.sql",
        text: "UPDATE things SET\n\t\theld = held + (new.hold = 'held') - (old.hold = 'held'),",
        replacement: "UPDATE things SET\n\t\theld = held + (new.hold = 'held'),",
      },
    ],
  },
];
