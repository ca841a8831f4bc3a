import { numberFormat } from "./intl-format";

/** A time in seconds as text, rounded to seconds, minutes or hours; at least a second. */
export function formatWait(seconds: number, language: string): string {
  const inUnit = (value: number, unit: string, digits = 0) =>
    numberFormat(language, {
      style: "unit",
      unit,
      unitDisplay: "short",
      maximumFractionDigits: digits,
    }).format(value);
  if (seconds < 60) return inUnit(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 3_600) return inUnit(Math.round(seconds / 60), "minute");
  return inUnit(seconds / 3_600, "hour", 1);
}
