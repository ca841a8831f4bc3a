import { Problem } from "../domain/problem";

/** Room for text fields alone; what is announced larger is not read. */
const MAX_BYTES = 64 * 1024;

/** A form of text fields. Throws `invalid_input` for anything that is none. */
export async function readForm(request: Request): Promise<FormData> {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (!(length <= MAX_BYTES)) throw new Problem("invalid_input");
  return request.formData().catch(() => {
    throw new Problem("invalid_input");
  });
}
