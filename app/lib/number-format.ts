import { getOrMake } from "./get-or-make";

const formats = new Map<string, Intl.NumberFormat>();

/** The format of numbers in a language, made once: making one takes longer than using it. */
export function numberFormat(
  language: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  return getOrMake(formats, key, () => new Intl.NumberFormat(language, options));
}
