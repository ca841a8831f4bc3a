// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files.
import type { Mutant } from "./mutant";

const CODE = "app/codes/rules/code.ts";
const READ_CODE = "app/checkout/use-cases/read-code.ts";
const SETTLEMENT = "db/orders/settlement.ts";
const GRANTS = "db/orders/grants.ts";

/** Of discount codes and of prices that buyers choose: what they take off, for whom, and how long. */
export const CODE_MUTANTS: readonly Mutant[] = [
  {
    name: "code-used-again-by-one-person",
    hint: "A payment settles an order whose buyer has used the code as often as one person may.",
    edits: [
      {
        file: "app/orders/rules/may-settle.ts",
        text: '  if (way !== "accept" && facts.isCodeUsed) return review("code_used");\n',
        replacement: "",
      },
      { file: SETTLEMENT, text: "sql`NOT ${isCodeUsed}`;", replacement: "sql`1`;" },
      {
        file: READ_CODE,
        text: "return { codes, own: [own] };",
        replacement: "return { codes, own: [] };",
      },
    ],
  },
  {
    name: "taken-again-by-one-person",
    hint: "A code gives its products to a person more often than one person may use it.",
    edits: [
      {
        file: READ_CODE,
        text: "return { codes, own: [own] };",
        replacement: "return { codes, own: [] };",
      },
      {
        file: CODE,
        text: '  if (code.perPerson !== null && usedByPerson >= code.perPerson) return "used_by_you";\n',
        replacement: "",
      },
      { file: GRANTS, text: "< c.per_person, 1)))`;", replacement: "< c.per_person, 1) >= 0))`;" },
    ],
  },
  {
    name: "given-without-a-use",
    hint: "Who is given a product by a code takes none of its uses.",
    edits: [
      {
        file: GRANTS,
        text: "UPDATE things SET sold = sold + 1",
        replacement: "UPDATE things SET sold = sold + 0",
      },
    ],
  },
  {
    name: "disabled-code-in-new-orders",
    hint: "A code that its seller has disabled takes something off new orders.",
    edits: [
      {
        file: CODE,
        text: '  if (code.disabledAt !== null) return "disabled";\n',
        replacement: "",
      },
    ],
  },
  {
    name: "ended-code-in-new-orders",
    hint: "The end of a code ends it for nobody.",
    edits: [{ file: CODE, text: '    if (!isKept) return "ended";\n', replacement: "" }],
  },
  {
    name: "code-takes-off-more",
    hint: "A code takes one percent more off a price than its seller set.",
    edits: [
      {
        file: CODE,
        text: "(price * BigInt(value)) / 100n",
        replacement: "(price * BigInt(value + 1)) / 100n",
      },
    ],
  },
  {
    name: "code-below-the-least-price",
    hint: "Of a product whose price buyers choose, a code takes off more than what is above the price.",
    edits: [
      {
        file: READ_CODE,
        text: "const most = product.isPriceChosen ? price - product.priceLamports : price;",
        replacement: "const most = price;",
      },
    ],
  },
  {
    name: "chosen-below-the-price",
    hint: "Buyers choose an amount below the seller's price.",
    edits: [
      {
        file: "app/checkout/rules/chosen-amount.ts",
        text: "if (amount.lamports >= leastLamports)",
        replacement: "if (amount.lamports >= leastLamports / 4n)",
      },
      {
        file: "app/checkout/use-cases/read-quote.ts",
        text: "chosen !== null && chosen > product.priceLamports",
        replacement: "chosen !== null && chosen !== product.priceLamports",
      },
    ],
  },
];
