import { Problem } from "../lib/problem";

/**
 * The body, limited to `maxBytes` independently of `Content-Length`: reading more fails with
 * `tooLarge`.
 */
export function boundedBody(
  message: Pick<Request | Response, "headers" | "body">,
  maxBytes: number,
  tooLarge: Error = new Problem("invalid_input"),
): Response {
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge;
      controller.enqueue(chunk);
    },
  });
  const type = message.headers.get("Content-Type") ?? "";
  const body = message.body?.pipeThrough(limit) ?? null;
  return new Response(body, { headers: { "Content-Type": type } });
}

/** The body as text, with the same limit. */
export async function readBoundedText(
  { body }: Pick<Request | Response, "body">,
  maxBytes: number,
  tooLarge: Error,
): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The body as a form. Throws `tooLarge`, and `invalid_input` for a malformed form. */
export async function readBoundedForm(
  request: Request,
  maxBytes: number,
  tooLarge?: Problem,
): Promise<FormData> {
  try {
    return await boundedBody(request, maxBytes, tooLarge).formData();
  } catch (error) {
    throw error instanceof Problem ? error : new Problem("invalid_input");
  }
}
