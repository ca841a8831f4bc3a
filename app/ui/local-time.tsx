// @chunk records
import { useRouteLoaderData } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { dateFormat } from "../lib/intl-format";
import { UTC } from "../lib/time-zone";
import { useTranslation } from "./translation";

const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const MOMENT = { day: "numeric", month: "short", year: "numeric", ...CLOCK } as const;
const SECONDS = { ...CLOCK, second: "2-digit" } as const;

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const neverChanges = () => () => undefined;

/**
 * The time zone of the page's times: the server's choice while the page hydrates, so that both
 * render the same text, then the browser's own.
 */
export function useVisitorTimeZone(): string {
  const root = useRouteLoaderData<{ timeZone: string }>("root");
  return useSyncExternalStore(neverChanges, browserTimeZone, () => root?.timeZone ?? UTC);
}

/** Writes times (epoch ms) in the visitor's time zone and language. UTC is named where it is used. */
export function useLocalTime() {
  const { i18n } = useTranslation();
  const timeZone = useVisitorTimeZone();
  const format = (at: number, fields: Intl.DateTimeFormatOptions) =>
    dateFormat(i18n.language, timeZone, fields).format(at);
  const write = (at: number, fields: Intl.DateTimeFormatOptions) =>
    timeZone === UTC ? `${format(at, fields)} (${UTC})` : format(at, fields);
  return {
    /** The date: "22 November 2026". */
    day: (at: number) => write(at, DAY),
    /** The date with hours and minutes: "22 Nov 2026, 14:05". */
    moment: (at: number) => write(at, MOMENT),
    /** The date with seconds and the zone: "22 November 2026, 14:05:09 (Europe/Paris)". */
    exact: (at: number) => `${format(at, DAY)}, ${format(at, SECONDS)} (${timeZone})`,
  };
}

interface LocalTimeProps {
  /** Epoch ms. */
  at: number;
  show?: keyof ReturnType<typeof useLocalTime>;
  className?: string;
}

/** A `time` element; with date, hours and minutes by default. */
export function LocalTime({ at, show = "moment", className }: LocalTimeProps) {
  const write = useLocalTime()[show];
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {write(at)}
    </time>
  );
}
