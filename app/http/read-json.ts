import type { z } from "zod";
import { Problem } from "../lib/problem";
import { boundedBody } from "./read-body";

/** Largest JSON body that is read, where nothing else is said. */
const MAX_JSON_BYTES = 16 * 1024;

/** A JSON body, parsed by `schema`. Throws `invalid_input` with the first invalid field. */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  maxBytes = MAX_JSON_BYTES,
): Promise<T> {
  const result = schema.safeParse(await parse(boundedBody(request, maxBytes)));
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join(".");
  throw new Problem("invalid_input", field ? { field } : {});
}

async function parse(body: Response): Promise<unknown> {
  try {
    return await body.json();
  } catch {
    throw new Problem("invalid_input");
  }
}
