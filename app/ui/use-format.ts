// @chunk data
import { formatWait } from "../lib/format-wait";
import { dateFormat, numberFormat } from "../lib/intl-format";
import { localizeSol } from "../lib/lamports";
import { useTranslation } from "./translation";

const BYTES_PER_KB = 1024;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const SIZE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Formats amounts, sizes, times and percentages in the page's language. */
export function useFormat() {
  const { i18n } = useTranslation();
  const inUnit = (value: number, unit: string, digits = 0) =>
    numberFormat(i18n.language, {
      style: "unit",
      unit,
      unitDisplay: "short",
      maximumFractionDigits: digits,
    }).format(value);
  return {
    /** A whole number, with separators of thousands. */
    count(value: number | bigint): string {
      return numberFormat(i18n.language).format(value);
    },
    /** A SOL amount (decimal text with a point), without the unit. */
    sol(amount: string): string {
      return localizeSol(amount, i18n.language);
    },
    /** Bytes, in units of powers of 1,024. */
    size(bytes: number): string {
      const power = Math.min(3, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(BYTES_PER_KB)));
      const value = bytes / BYTES_PER_KB ** power;
      return inUnit(value, SIZE_UNITS[power] ?? "byte", power > 1 && value < 100 ? 1 : 0);
    },
    /** Seconds, rounded to seconds, minutes or hours. */
    wait(seconds: number): string {
      return formatWait(seconds, i18n.language);
    },
    /** The date of a time (epoch ms) in UTC, so that server and browser render the same. */
    day(at: number): string {
      return dateFormat(i18n.language, "UTC", { dateStyle: "long" }).format(at);
    },
    /** Hours and minutes of a time (epoch ms) in a time zone. */
    time(at: number, timeZone: string): string {
      return dateFormat(i18n.language, timeZone, CLOCK).format(at);
    },
    /** Day, month, hours and minutes of a time (epoch ms) in a time zone. */
    moment(at: number, timeZone: string): string {
      const day = { day: "numeric", month: "short" } as const;
      return dateFormat(i18n.language, timeZone, { ...day, ...CLOCK }).format(at);
    },
    /** The time from `at` to `now` (epoch ms): in hours within a day, else in days. */
    ago(at: number, now: number): string {
      const format = new Intl.RelativeTimeFormat(i18n.language, { numeric: "auto" });
      const hours = Math.max(0, Math.floor((now - at) / 3_600_000));
      return hours < 24
        ? format.format(-hours, "hour")
        : format.format(-Math.floor(hours / 24), "day");
    },
    /** Basis points as a percentage, with up to two decimals. */
    commission(bps: number): string {
      const style = { style: "percent", maximumFractionDigits: 2 } as const;
      return numberFormat(i18n.language, style).format(bps / 10_000);
    },
    percent(share: number): string {
      const style = { style: "percent", maximumFractionDigits: 0 } as const;
      return numberFormat(i18n.language, style).format(share);
    },
  };
}
