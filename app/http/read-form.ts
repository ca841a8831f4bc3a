import { readBoundedForm } from "./read-body";

/** Room for text fields alone, in bytes. */
const MAX_BYTES = 64 * 1024;

/** A form of text fields. Throws `invalid_input` for anything that is none. */
export function readForm(request: Request): Promise<FormData> {
  return readBoundedForm(request, MAX_BYTES);
}
