import type { AppLoadContext } from "@remix-run/cloudflare";
import { Problem } from "../domain/problem";
import type { LoadContext } from "./load-context";
import { askedLocale, localeCookie } from "./locale";
import { problemResponse } from "./problem-response";
import { guardOrigin, newNonce, withSecurityHeaders } from "./security";

type Render = (request: Request, context: AppLoadContext) => Promise<Response>;

/** What every request passes through, whatever its route: origin check, then headers. */
export async function handle(
  request: Request,
  context: Omit<LoadContext, "nonce">,
  render: Render,
): Promise<Response> {
  const { appOrigin } = context.ports.settings;
  const nonce = newNonce();
  const response = await answer(request, { ...context, nonce }, render);
  const secured = withSecurityHeaders(response, { nonce, appOrigin });
  const chosen = askedLocale(request);
  if (chosen) secured.headers.append("Set-Cookie", localeCookie(chosen));
  return secured;
}

async function answer(request: Request, context: LoadContext, render: Render): Promise<Response> {
  try {
    guardOrigin(request, context.ports.settings.appOrigin);
    return await render(request, context);
  } catch (error) {
    if (error instanceof Problem) return problemResponse(error, request);
    console.error(error);
    return problemResponse(new Problem("unavailable"), request);
  }
}
