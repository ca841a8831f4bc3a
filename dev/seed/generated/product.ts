import { CATEGORIES } from "../../../app/products/rules/categories";
import { type Numbers, numbersFrom } from "../../../app/products/rules/cover/random";
import type { SaleType } from "../../../app/products/rules/sale-type";
import { demoId } from "../demo/people";
import { SENTENCES, SUBJECTS, TURNS } from "./words";

export interface GeneratedProduct {
  id: string;
  /** Which of the generated sellers it belongs to. */
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

export const GENERATED_SELLERS = 60;
/** Nothing generated is new: the demo's own products stay on top of what is. */
const FIRST = Date.UTC(2024, 0, 1);
const APART_MS = 90_000;
/** 0.001 SOL: from here a price opens an empty wallet. */
const STEP = 1_000_000;

/** The product of that number: the same at every run, however many are asked for. */
export function generatedProduct(at: number): GeneratedProduct {
  const random = numbersFrom(`generated/${at}`);
  const category = pick(random, CATEGORIES);
  const seller = random(GENERATED_SELLERS);
  // Each seller writes in one language.
  const language = seller % 2;
  const subject = pick(random, SUBJECTS[category.id]?.[language] ?? [""]);
  const limited = random(12) === 0;
  const unique = !limited && random(40) === 0;
  return {
    id: demoId(`generated/${at}`),
    seller,
    title: `${subject} ${pick(random, TURNS[language] ?? [""])}, ${language ? "no." : "n°"} ${at + 1}`,
    description: [0, 1].map(() => pick(random, SENTENCES[language] ?? [""])).join(" "),
    categoryId: category.id,
    subcategoryId: pick(random, category.subcategories),
    type: category.type,
    // Most are cheap, some are not.
    priceLamports: STEP * (1 + random(random(10) === 0 ? 3_000 : 250)),
    saleType: unique ? "unique" : limited ? "limited" : "infinite",
    saleLimit: unique ? 1 : limited ? 5 + random(96) : null,
    createdAt: FIRST + at * APART_MS,
  };
}

function pick<T>(random: Numbers, list: readonly T[]): T {
  return list[random(list.length)] as T;
}
