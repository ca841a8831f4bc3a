import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { paths, query } from "../lib/paths";
import type { Settings } from "../lib/ports";
import { type MessageKey, Problem } from "../lib/problem";
import { profilePaths } from "../lib/profile-paths";
import { REAUTH_WINDOW_MS } from "../lib/session-lifetime";
import { flash, type ToastKey } from "./flash";
import { readSessionToken } from "./session";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** The signed-in user. */
export interface Viewer {
  uid: string;
  displayName: string;
  email: string;
  wallet: string | null;
  /** Epoch ms of the last re-authentication in this session. */
  reauthenticatedAt: number;
  /** Threads with messages that they have not opened; more than 99 may be counted incompletely. */
  unreadThreads: number;
}

/** The sender of a request. The session is looked up once per request. */
export interface Visitor {
  /** The token of the session cookie, which may have expired; null without a cookie. */
  readonly sessionToken: string | null;
  /** The signed-in user, or null. Without a session cookie the database is not read. */
  viewer(): Promise<Viewer | null>;
  /** Clears the cached user after an action changed it, so that later loaders read it again. */
  forget(): void;
}

/** The visitor of routes that read no cookie. */
export const ANONYMOUS: Visitor = {
  sessionToken: null,
  viewer: async () => null,
  forget() {},
};

/** What the pipeline needs of accounts; `workers/ports.ts` provides it. */
export interface ViewerSource {
  settings: Pick<Settings, "appOrigin">;
  /** The user of a session token; null where it is unknown or expired. Updates its last use. */
  userOfSession(token: string): Promise<Viewer | null>;
}

export function visitorOf(request: Request, ports: ViewerSource): Visitor {
  const sessionToken = readSessionToken(request, ports.settings.appOrigin);
  if (!sessionToken) return ANONYMOUS;
  let found: Promise<Viewer | null> | null = null;
  return {
    sessionToken,
    viewer() {
      found ??= ports.userOfSession(sessionToken);
      return found;
    },
    forget() {
      found = null;
    },
  };
}

/** The signed-in user, or null. */
export function readViewer({ context }: Pick<Args, "context">): Promise<Viewer | null> {
  return context.visitor.viewer();
}

/**
 * For pages: throws a redirect to `/login`, which returns to this URL after sign-in. The reason is
 * shown there as a toast.
 */
export async function requireViewer(args: Args, toast?: ToastKey): Promise<Viewer> {
  const viewer = await readViewer(args);
  if (viewer) return viewer;
  const { pathname, search } = new URL(args.request.url);
  // A form was sent: the session has ended since its page was loaded.
  const reason = toast ?? (args.request.method === "GET" ? null : "signedOut");
  const headers: HeadersInit = reason ? { "Set-Cookie": flash(reason, args.context) } : {};
  throw redirect(paths.login + query({ to: pathname + search }), { headers });
}

/** For JSON resources: throws `signed_out`, with the text of `messageKey` if given. */
export async function requireViewerJson(args: Args, messageKey?: MessageKey): Promise<Viewer> {
  const viewer = await readViewer(args);
  if (!viewer) throw new Problem("signed_out", messageKey ? { messageKey } : {});
  return viewer;
}

/** For JSON resources: throws `signed_out`, or `proof_needed` after `REAUTH_WINDOW_MS`. */
export async function requireRecentAuthApi(args: Args): Promise<Viewer> {
  const viewer = await requireViewerJson(args);
  if (!isRecentlyAuthenticated(viewer, args.context)) throw new Problem("proof_needed");
  return viewer;
}

/** For pages: throws a redirect to sign-in or re-authentication, which returns to this URL. */
export async function requireRecentAuthPage(args: Args): Promise<Viewer> {
  const viewer = await requireViewer(args);
  if (isRecentlyAuthenticated(viewer, args.context)) return viewer;
  const { pathname, search } = new URL(args.request.url);
  throw redirect(profilePaths.reauthenticate + query({ to: pathname + search }));
}

/** True within `REAUTH_WINDOW_MS` after the last authentication. */
export function isRecentlyAuthenticated(
  { reauthenticatedAt }: Viewer,
  { ports }: AppLoadContext,
): boolean {
  return ports.clock.now() - reauthenticatedAt < REAUTH_WINDOW_MS;
}
