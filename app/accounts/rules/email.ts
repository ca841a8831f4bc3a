/** RFC 5321, 4.5.3.1.3: the longest path, less its brackets. */
export const EMAIL_MAX = 254;

/** How addresses are compared: without case or surrounding space. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
