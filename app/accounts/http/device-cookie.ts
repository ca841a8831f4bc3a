import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "../../http/cookies";
import { issueDeviceToken } from "../use-cases/device-tokens";

const SEPARATOR = "~";

/** The device tokens of a browser, the last one first. */
export function readDeviceTokens(request: Request, appOrigin: string): string[] {
  return readCookie(request, "device", appOrigin)?.split(SEPARATOR) ?? [];
}

/** A `Set-Cookie` value with a token for the account that was just opened; null without a password. */
export async function deviceCookie(
  uid: string,
  { request, context: { ports } }: { request: Request; context: AppLoadContext },
): Promise<string | null> {
  const { appOrigin } = ports.settings;
  const tokens = readDeviceTokens(request, appOrigin);
  const issued = await issueDeviceToken({ uid, tokens }, ports);
  return issued && setCookie("device", issued.join(SEPARATOR), appOrigin);
}
