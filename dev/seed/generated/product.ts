import { CATEGORIES } from "../../../app/products/rules/categories";
import { type RandomInt, seededRandom } from "../../../app/products/rules/cover-shapes";
import type { SaleType } from "../../../app/products/rules/sale-type";
import { demoId } from "../demo/people";
import { QUALIFIERS, SENTENCES, SUBJECTS } from "./texts";

export interface GeneratedProduct {
  id: string;
  /** Index of the generated seller. */
  seller: number;
  title: string;
  description: string;
  categoryId: number;
  subcategoryId: number;
  type: string;
  priceLamports: number;
  saleType: SaleType;
  saleLimit: number | null;
  /** Epoch ms. */
  createdAt: number;
}

export const GENERATED_SELLER_COUNT = 60;
/** In the past, so that the demo's own products stay first among the newest. */
const FIRST_CREATED_AT = Date.UTC(2024, 0, 1);
const SPACING_MS = 90_000;
/** 0.001 SOL: above the rent minimum, so that the price can open an empty wallet. */
const PRICE_STEP_LAMPORTS = 1_000_000;

/** The generated product with this number; the same in every run. */
export function generatedProduct(at: number): GeneratedProduct {
  const random = seededRandom(`generated/${at}`);
  const category = pick(random, CATEGORIES);
  const seller = random(GENERATED_SELLER_COUNT);
  // Each seller writes in one language.
  const language = seller % 2;
  const subject = pick(random, SUBJECTS[category.id]?.[language] ?? [""]);
  const limited = random(12) === 0;
  const unique = !limited && random(40) === 0;
  return {
    id: demoId(`generated/${at}`),
    seller,
    title: `${subject} ${pick(random, QUALIFIERS[language] ?? [""])}, ${language ? "no." : "n°"} ${at + 1}`,
    description: [0, 1].map(() => pick(random, SENTENCES[language] ?? [""])).join(" "),
    categoryId: category.id,
    subcategoryId: pick(random, category.subcategories),
    type: category.type,
    // One in ten is up to 3 SOL, the others up to 0.25 SOL.
    priceLamports: PRICE_STEP_LAMPORTS * (1 + random(random(10) === 0 ? 3_000 : 250)),
    saleType: unique ? "unique" : limited ? "limited" : "infinite",
    saleLimit: unique ? 1 : limited ? 5 + random(96) : null,
    createdAt: FIRST_CREATED_AT + at * SPACING_MS,
  };
}

function pick<T>(random: RandomInt, list: readonly T[]): T {
  return list[random(list.length)] as T;
}
