import { Problem } from "../lib/problem";

/** Room for text fields alone, in bytes; no more than that is read, whatever was announced. */
const MAX_BYTES = 64 * 1024;

/** A form of text fields. Throws `invalid_input` for anything that is none. */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = new Response(await readLimited(request), { headers: { "Content-Type": type } });
  return body.formData().catch(() => {
    throw new Problem("invalid_input");
  });
}

async function readLimited(request: Request): Promise<Blob> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return new Blob(chunks);
    size += chunk.value.byteLength;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new Problem("invalid_input");
    }
    chunks.push(Uint8Array.from(chunk.value));
  }
}
