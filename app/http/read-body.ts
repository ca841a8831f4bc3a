import { Problem } from "../lib/problem";

/**
 * The body, of which at most `maxBytes` are ever read, whatever length was announced: reading it as
 * text or form fails with `tooLarge` beyond that.
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

/** The body as a form. Throws `tooLarge`, and `invalid_input` for anything that is no form. */
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
