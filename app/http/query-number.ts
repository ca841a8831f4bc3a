/**
 * A query parameter of 1 to 15 digits, which a number holds exactly. Null where it is missing or
 * something else: databases refuse fractions and infinities.
 */
export function queryNumber({ url }: Pick<Request, "url">, name: string): number | null {
  const typed = new URL(url).searchParams.get(name) ?? "";
  return /^\d{1,15}$/.test(typed) ? Number(typed) : null;
}
