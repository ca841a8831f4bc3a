import { z } from "zod";
import { CATEGORIES } from "../../products/rules/categories";
import { MAX_PAGE, type ShopState, SORTS } from "../rules/shop";

const category = z.coerce
  .number()
  .refine((id) => CATEGORIES.some((known) => known.id === id))
  .nullable();

const parameters = z.object({
  category: category.catch(null),
  sort: z.enum(SORTS).catch("recent"),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
}) satisfies z.ZodType<ShopState>;

/** Reads the search parameters; an invalid value counts as unset. */
export function readShopState(search: URLSearchParams): ShopState {
  return parameters.parse({
    category: search.get("category"),
    sort: search.get("sort"),
    page: search.get("page"),
  });
}
