import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { flash } from "../../http/flash";
import type { Flow } from "./flow";

/** Takes somebody who did not go on at Google back to where they set out, with a word about it. */
export function redirectDenied(
  { purpose, to }: Flow,
  clearCookie: string,
  context: AppLoadContext,
): Response {
  const headers = new Headers({ "Set-Cookie": clearCookie });
  if (purpose === "sign-in") {
    return redirect(`/login?${new URLSearchParams({ google: "denied", to })}`, { headers });
  }
  headers.append("Set-Cookie", flash("googleDenied", context));
  return redirect(to, { headers });
}
