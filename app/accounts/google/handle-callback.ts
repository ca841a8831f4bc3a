import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { flash } from "../../http/flash";
import { readViewer } from "../../http/viewer";
import { assertNever } from "../../lib/assert-never";
import { Problem } from "../../lib/problem";
import { beginSession } from "../http/begin-session";
import type { GoogleIdentity } from "../rules/google-identity";
import { linkGoogle } from "../use-cases/link-google";
import { reauthenticateWithGoogle } from "../use-cases/reauthenticate-with-google";
import { signInWithGoogle } from "../use-cases/sign-in-with-google";
import { authenticateGoogle } from "./authenticate-google";
import { type Flow, googleSessions } from "./flow";
import type { Provider } from "./provider";
import type { OpenFlow } from "./read-pending-flow";
import type { IdClaims } from "./verify-id-token";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** Where somebody who has to say which account to open does so. */
const CHOICE = "/auth/google/account";

/**
 * Does what somebody went to Google for; the answer that takes them on comes back. Throws what is
 * refused on the way, `AccessDenied` among it.
 */
export async function handleCallback(args: Args, open: OpenFlow): Promise<Response> {
  const { claims, provider } = await authenticateGoogle(args);
  const { flow } = open;
  if (!flow) throw new Problem("expired", { words: "google:expired" });
  const identity = identityOf(claims, args.context);
  switch (flow.purpose) {
    case "sign-in":
      return signIn(identity, flow, open, args);
    case "link":
      await linkGoogle({ uid: await sameViewer(flow, args), identity }, args.context.ports);
      return goOn(flow.to, open.clearCookie, flash("googleLinked", args.context));
    case "proof":
      await prove(identity, claims, provider, flow, args);
      return goOn(flow.to, open.clearCookie);
    default:
      return assertNever(flow.purpose);
  }
}

async function signIn(
  identity: GoogleIdentity,
  flow: Flow,
  { session, clearCookie }: OpenFlow,
  args: Args,
): Promise<Response> {
  const { ports } = args.context;
  const found = await signInWithGoogle(identity, ports);
  if (found) return goOn(flow.to, clearCookie, await beginSession(found.uid, args, found.proven));
  session.unset("flow");
  const { to, state } = flow;
  session.set("arrival", { identity, to, state, arrivedAt: ports.clock.now() });
  return goOn(CHOICE, await googleSessions(ports.settings).commitSession(session));
}

async function prove(
  identity: GoogleIdentity,
  { auth_time: seconds }: IdClaims,
  provider: Provider,
  flow: Flow,
  args: Args,
): Promise<void> {
  const { ports } = args.context;
  const proof = {
    uid: await sameViewer(flow, args),
    token: args.context.visitor.sessionToken ?? "",
    identity,
    askedAt: flow.startedAt,
    authenticatedAt: seconds === undefined ? null : seconds * 1000,
    // Google never tells, and says so in its discovery document.
    mustSay: provider.claims_supported.includes("auth_time"),
  };
  await reauthenticateWithGoogle(proof, ports);
}

/** Uid of whoever set out, who has to be the one that comes back. */
async function sameViewer(flow: Flow, args: Args): Promise<string> {
  const viewer = await readViewer(args);
  if (viewer && viewer.uid === flow.uid) return viewer.uid;
  throw new Problem("expired", { words: "google:expired" });
}

function identityOf(claims: IdClaims, { ports }: AppLoadContext): GoogleIdentity {
  const { sub: subject, email = "", email_verified: verified = false, name = "" } = claims;
  if (!email || !verified) throw new Problem("invalid_input", { words: "google:unverified" });
  return { issuer: ports.settings.google?.issuer ?? "", subject, email, name };
}

function goOn(to: string, ...cookies: (string | null)[]): Response {
  const headers = new Headers();
  for (const cookie of cookies) if (cookie) headers.append("Set-Cookie", cookie);
  return redirect(to, { headers });
}
