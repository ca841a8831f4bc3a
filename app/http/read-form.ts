import { readBoundedForm } from "./read-body";

/** Enough for text fields; files have routes of their own. */
const MAX_FORM_BYTES = 64 * 1024;

/** A form of text fields. Throws `invalid_input` for a malformed or too large form. */
export function readForm(request: Request): Promise<FormData> {
  return readBoundedForm(request, MAX_FORM_BYTES);
}
