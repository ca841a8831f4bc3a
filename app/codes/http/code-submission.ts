import type { AppLoadContext } from "@remix-run/cloudflare";
import { readTimeZone } from "../../http/time-zone";
import { textOf } from "../../lib/form";
import { parseTimeZone } from "../../lib/time-zone";

/** What a form of a code sends beside its fields: the time zone that it named, and the version (epoch ms). */
export function codeSubmission(
  data: FormData,
  args: { request: Request; context: AppLoadContext },
): { timeZone: string; replaces: number } {
  const version = textOf(data, "updatedAt");
  return {
    timeZone: parseTimeZone(textOf(data, "timeZone")) ?? readTimeZone(args),
    replaces: /^\d{1,15}$/.test(version) ? Number(version) : 0,
  };
}
