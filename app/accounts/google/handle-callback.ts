import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { flash } from "../../http/flash";
import { readViewer } from "../../http/viewer";
import { assertNever } from "../../lib/assert-never";
import { googlePaths } from "../../lib/google-paths";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { beginSession } from "../http/begin-session";
import { emailField } from "../http/credentials";
import type { GoogleIdentity } from "../rules/google-identity";
import { linkGoogle, signInWithGoogle } from "../use-cases/google-accounts";
import { reauthenticateWithGoogle } from "../use-cases/reauthenticate";
import { authenticateGoogle } from "./authenticate-google";
import { type Flow, googleSessions, type PendingFlow } from "./flow";
import type { Provider } from "./provider";
import type { IdClaims } from "./verify-id-token";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * Completes the purpose of a flow and returns the redirect. Throws what `authenticateGoogle` and the
 * use cases throw, `AccessDenied` among it.
 */
export async function handleCallback(args: Args, pending: PendingFlow): Promise<Response> {
  const { claims, provider } = await authenticateGoogle(args);
  const { flow, clearCookie } = pending;
  if (!flow) throw new Problem("expired", { messageKey: "google:expired" });
  const identity = identityOf(claims, args.context);
  switch (flow.purpose) {
    case "sign-in":
      return signIn(identity, flow, pending, args);
    case "link":
      await linkGoogle({ uid: await sameViewer(flow, args), identity }, args.context.ports);
      return redirectTo(flow.to, clearCookie, flash("googleLinked", args.context));
    case "reauthenticate":
      await reauthenticate(identity, claims, provider, flow, args);
      return redirectTo(flow.to, clearCookie);
    default:
      return assertNever(flow.purpose);
  }
}

async function signIn(
  identity: GoogleIdentity,
  flow: Flow,
  { session, clearCookie }: PendingFlow,
  args: Args,
): Promise<Response> {
  const { ports } = args.context;
  const found = await signInWithGoogle(identity, ports);
  if (found) {
    const headers = await beginSession(found.uid, args, found.countsAsReauth);
    return redirectTo(flow.to, clearCookie, ...headers.getSetCookie());
  }
  session.unset("flow");
  const { to, state } = flow;
  session.set("arrival", { identity, to, state, arrivedAt: ports.clock.now() });
  return redirectTo(
    googlePaths.account,
    await (await googleSessions(ports.settings)).commitSession(session),
  );
}

async function reauthenticate(
  identity: GoogleIdentity,
  { auth_time: seconds }: IdClaims,
  provider: Provider,
  flow: Flow,
  args: Args,
): Promise<void> {
  const { ports } = args.context;
  const input = {
    uid: await sameViewer(flow, args),
    token: args.context.visitor.sessionToken ?? "",
    identity,
    askedAt: flow.startedAt,
    authenticatedAt: seconds === undefined ? null : seconds * 1000,
    // Google has no `auth_time`, as its discovery document declares.
    requiresAuthTime: provider.claims_supported.includes("auth_time"),
  };
  await reauthenticateWithGoogle(input, ports);
}

/** Uid of the signed-in user, who must be the one that started the flow. */
async function sameViewer(flow: Flow, args: Args): Promise<string> {
  const viewer = await readViewer(args);
  if (viewer && viewer.uid === flow.uid) return viewer.uid;
  throw new Problem("expired", { messageKey: "google:expired" });
}

/** Throws `invalid_input` where the address is not verified, or is none that an account could have. */
function identityOf(claims: IdClaims, { ports }: AppLoadContext): GoogleIdentity {
  const { sub: subject, email_verified: verified = false } = claims;
  const email = emailField.safeParse(claims.email);
  if (!email.success || !verified)
    throw new Problem("invalid_input", { messageKey: "google:unverified" });
  return { issuer: ports.settings.google?.issuer ?? "", subject, email: email.data };
}

/** Sends a user who cancelled at Google back to where the flow started, with a message. */
export function redirectDenied(
  { purpose, to }: Flow,
  clearCookie: string,
  context: AppLoadContext,
): Response {
  if (purpose === "sign-in")
    return redirectTo(paths.login + query({ google: "denied", to }), clearCookie);
  return redirectTo(to, clearCookie, flash("googleDenied", context));
}

function redirectTo(to: string, ...cookies: (string | null)[]): Response {
  const headers = new Headers();
  for (const cookie of cookies) if (cookie) headers.append("Set-Cookie", cookie);
  return redirect(to, { headers });
}
