import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "../../http/cookies";
import { AFFILIATE_CODE } from "../rules/affiliate";
import {
  type ReferralCode,
  referralIn,
  withoutReferral,
  withReferral,
} from "../rules/referral-cookie";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** Who recommended a product to the browser of this request. */
export function readReferral(args: Args, productId: string): ReferralCode {
  return referralIn(cookieOf(args), productId, args.context.ports.clock.now());
}

/** `Set-Cookie` with a further recommendation; null where the cookie stays as it is. */
export function referralCookie(
  args: Args,
  referral: { productId: string; code: string },
): string | null {
  const { clock, settings } = args.context.ports;
  const value = withReferral(cookieOf(args), referral, clock.now());
  return value && setCookie("ref", value, settings.appOrigin);
}

/** `Set-Cookie` of a visitor who wants nobody to be paid for recommending the product. */
export function noReferralCookie(args: Args, productId: string): string {
  const { clock, settings } = args.context.ports;
  return setCookie(
    "ref",
    withoutReferral(cookieOf(args), productId, clock.now()),
    settings.appOrigin,
  );
}

/** The code in the query of an Action; undefined without one. */
export function referralOfLink(url: string): ReferralCode {
  const code = new URL(url).searchParams.get("ref") ?? "";
  return AFFILIATE_CODE.test(code) ? code : undefined;
}

function cookieOf({ request, context }: Args): string | null {
  return readCookie(request, "ref", context.ports.settings.appOrigin);
}
