import { useTranslation } from "react-i18next";

const BYTES_PER_KB = 1024;
const SIZE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Sizes and times in the page's language. */
export function useFormat() {
  const { i18n } = useTranslation();
  const inUnit = (value: number, unit: string, digits = 0) =>
    new Intl.NumberFormat(i18n.language, {
      style: "unit",
      unit,
      unitDisplay: "short",
      maximumFractionDigits: digits,
    }).format(value);
  return {
    /** Bytes in the unit that suits them, counted in 1,024s as the limits are. */
    size(bytes: number): string {
      const power = Math.min(3, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(BYTES_PER_KB)));
      const value = bytes / BYTES_PER_KB ** power;
      return inUnit(value, SIZE_UNITS[power] ?? "byte", power > 1 && value < 100 ? 1 : 0);
    },
    /** Seconds as seconds, minutes or hours: for a wait, coarse is honest. */
    wait(seconds: number): string {
      if (seconds < 60) return inUnit(Math.max(1, Math.round(seconds)), "second");
      if (seconds < 3_600) return inUnit(Math.round(seconds / 60), "minute");
      return inUnit(seconds / 3_600, "hour", 1);
    },
    /** A day (epoch ms), the same on the server and in any browser. */
    day(at: number): string {
      return new Date(at).toLocaleDateString(i18n.language, { dateStyle: "long", timeZone: "UTC" });
    },
    /** How long before `now` something was, in days, or in hours within the last one. */
    ago(at: number, now: number): string {
      const format = new Intl.RelativeTimeFormat(i18n.language, { numeric: "auto" });
      const hours = Math.max(0, Math.floor((now - at) / 3_600_000));
      return hours < 24
        ? format.format(-hours, "hour")
        : format.format(-Math.floor(hours / 24), "day");
    },
    /** Basis points as a percentage, with the decimals they have. */
    commission(bps: number): string {
      const style = { style: "percent", maximumFractionDigits: 2 } as const;
      return new Intl.NumberFormat(i18n.language, style).format(bps / 10_000);
    },
    percent(share: number): string {
      const style = { style: "percent", maximumFractionDigits: 0 } as const;
      return new Intl.NumberFormat(i18n.language, style).format(share);
    },
  };
}
