import { z } from "zod";
import { readForm } from "../../http/read-form";
import { readJson } from "../../http/read-json";
import { Problem } from "../../lib/problem";
import type { FavouriteChange } from "../use-cases/favourites";

const productId = z.string().min(1).max(64);
const change = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["add", "remove"]), productId }),
  z.object({ intent: z.literal("clear") }),
  z.object({ intent: z.literal("merge"), productIds: z.array(z.string()) }),
]) satisfies z.ZodType<FavouriteChange>;

/** Reads JSON or a form. Throws `invalid_input`. */
export async function readFavouriteChange(request: Request): Promise<FavouriteChange> {
  const isJson = request.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  if (isJson) return readJson(request, change);
  const form = await readForm(request);
  const fields = { ...Object.fromEntries(form), productIds: form.getAll("productIds") };
  const parsed = change.safeParse(fields);
  if (!parsed.success) throw new Problem("invalid_input");
  return parsed.data;
}
