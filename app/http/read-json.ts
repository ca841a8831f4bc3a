import type { z } from "zod";
import { Problem } from "../lib/problem";

/** What a small JSON body of ours may be at most, in bytes. */
const MAX_BYTES = 16 * 1024;

/** A JSON body, checked by `schema`. Throws `invalid_input`, naming the first field at fault. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const result = schema.safeParse(parse(await readText(request)));
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join(".");
  throw new Problem("invalid_input", field ? { field } : {});
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem("invalid_input");
  }
}

async function readText(request: Request): Promise<string> {
  const reader = request.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return text + decoder.decode();
    size += chunk.value.byteLength;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new Problem("invalid_input");
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
