import { getOrMake } from "./get-or-make";
import { RecentMap } from "./recent-map";

/** Making a format takes longer than using it: each is made once. */
const numberFormats = new Map<string, Intl.NumberFormat>();
/** There are hundreds of time zones; those used last stay. */
const MAX_DATE_FORMATS = 200;
const dateFormats = new RecentMap<Intl.DateTimeFormat>(MAX_DATE_FORMATS);

/** The format of numbers in a language. */
export function numberFormat(
  language: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  return getOrMake(numberFormats, key, () => new Intl.NumberFormat(language, options));
}

/** The format of times in a language and a time zone. */
export function dateFormat(
  language: string,
  timeZone: string,
  fields: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const options = { ...fields, timeZone };
  const key = `${language} ${JSON.stringify(options)}`;
  return getOrMake(dateFormats, key, () => new Intl.DateTimeFormat(language, options));
}
