/** RFC 5321, 4.5.3.1.3: the longest path, less its brackets. In characters. */
export const MAX_EMAIL_CHARS = 254;

/** The form in which addresses are stored and compared: lower case, without surrounding space. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
