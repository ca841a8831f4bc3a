import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { paths, query } from "../lib/paths";
import type { Settings } from "../lib/ports";
import { type MessageKey, Problem } from "../lib/problem";
import { REAUTH_WINDOW_MS, type Viewer } from "../lib/viewer";
import { flash, type ToastKey } from "./flash";
import { readSessionToken } from "./session";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** Who sent a request: the session is read from its cookie and looked up once, however many ask. */
export interface Visitor {
  /** The token of the session cookie, which may be of a session that is over; or null. */
  readonly sessionToken: string | null;
  /** Who is signed in. A visitor without a session cookie costs no database read. */
  viewer(): Promise<Viewer | null>;
  /** After an action changed the session or the person: loaders of the same request look again. */
  forget(): void;
}

/** The visitor of routes that read no cookie. */
export const ANONYMOUS: Visitor = {
  sessionToken: null,
  viewer: async () => null,
  forget() {},
};

/** What the pipeline asks of accounts; `workers/ports.ts` connects it. */
export interface ViewerSource {
  settings: Pick<Settings, "appOrigin">;
  /** Who a session token belongs to; null where it is unknown or over. Notes that it was used. */
  readViewer(token: string): Promise<Viewer | null>;
}

export function visitorOf(request: Request, ports: ViewerSource): Visitor {
  const sessionToken = readSessionToken(request, ports.settings.appOrigin);
  if (!sessionToken) return ANONYMOUS;
  let found: Promise<Viewer | null> | null = null;
  return {
    sessionToken,
    viewer() {
      found ??= ports.readViewer(sessionToken);
      return found;
    },
    forget() {
      found = null;
    },
  };
}

/** Who is signed in, or null. */
export function readViewer({ context }: Pick<Args, "context">): Promise<Viewer | null> {
  return context.visitor.viewer();
}

/**
 * For pages: a visitor is sent to `/login`, where a toast may say why, and comes back to this
 * address afterwards.
 */
export async function requireViewer(args: Args, toast?: ToastKey): Promise<Viewer> {
  const viewer = await readViewer(args);
  if (viewer) return viewer;
  const { pathname, search } = new URL(args.request.url);
  // Whoever sends a form was signed in when its page was shown.
  const why = toast ?? (args.request.method === "GET" ? null : "signedOut");
  const headers: HeadersInit = why ? { "Set-Cookie": flash(why, args.context) } : {};
  throw redirect(paths.login + query({ to: pathname + search }), { headers });
}

/** For resources that answer JSON: throws `signed_out`, with the text of `messageKey` where one is given. */
export async function requireViewerJson(args: Args, messageKey?: MessageKey): Promise<Viewer> {
  const viewer = await readViewer(args);
  if (!viewer) throw new Problem("signed_out", messageKey ? { messageKey } : {});
  return viewer;
}

/** For changes of money or login methods: throws `proof_needed` where the last authentication is too old, else as above. */
export async function requireRecentAuthApi(args: Args): Promise<Viewer> {
  const viewer = await requireViewerJson(args);
  if (!isRecentlyAuthenticated(viewer, args.context)) throw new Problem("proof_needed");
  return viewer;
}

/** The same for pages: redirects to re-authentication, and back to this address afterwards. */
export async function requireRecentAuthPage(args: Args): Promise<Viewer> {
  const viewer = await requireViewer(args);
  if (isRecentlyAuthenticated(viewer, args.context)) return viewer;
  const { pathname, search } = new URL(args.request.url);
  throw redirect(paths.reauthenticate + query({ to: pathname + search }));
}

/** True while the last authentication allows changes of money or login methods. */
export function isRecentlyAuthenticated(
  { reauthenticatedAt }: Viewer,
  { ports }: AppLoadContext,
): boolean {
  return ports.clock.now() - reauthenticatedAt < REAUTH_WINDOW_MS;
}
