import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
// The built Worker has no types.
// @ts-expect-error
import built from "../../dist-worker/index.js";
import { recordStatements } from "./count-statements";

const worker = built as ExportedHandler<Cloudflare.Env>;

/** An answer with its text. */
export interface Answer {
  status: number;
  headers: Headers;
  html: string;
  /** Statements that the request and what it started prepared. */
  statements: number;
}

/** The Worker with settings of its own, as a new isolate would start it. */
export interface CachedSite {
  origin: string;
  /** The answer to a request, after all that the request started has ended. */
  ask(path: string, init?: RequestInit): Promise<Answer>;
  /** The answer alone, while its request may go on. */
  start(path: string, init?: RequestInit): Promise<Response>;
}

let sites = 0;

/**
 * Runs inside workerd. An origin of its own gives a site a second tier of its own; two sites with one
 * `origin` share it, like the isolates of a data centre.
 */
export function newCachedSite({
  pageCache = "on",
  origin = `http://site-${++sites}.example`,
  more = {},
}: {
  pageCache?: "on" | "off";
  origin?: string;
  more?: Record<string, string>;
} = {}): CachedSite {
  const { db, statements } = recordStatements(env.DB);
  const own = { ...env, DB: db, PAGE_CACHE: pageCache, APP_ORIGIN: origin, ...more };
  async function fetchFrom(path: string, init: RequestInit, context: ExecutionContext) {
    const headers = { Host: new URL(origin).host, ...(init.headers as Record<string, string>) };
    const request = new Request(origin + path, { redirect: "manual", ...init, headers });
    const response = await worker.fetch?.(request as never, own, context);
    if (!response) throw new Error("no response");
    return response as unknown as Response;
  }
  return {
    origin,
    async ask(path, init = {}) {
      const before = statements.length;
      const context = createExecutionContext();
      const { status, headers, ...response } = await fetchFrom(path, init, context).then(
        async (one) => ({ status: one.status, headers: one.headers, html: await one.text() }),
      );
      await waitOnExecutionContext(context);
      return { status, headers, html: response.html, statements: statements.length - before };
    },
    start: (path, init = {}) => fetchFrom(path, init, createExecutionContext()),
  };
}

/** The nonce of an answer's policy; empty where it allows no script. */
export function nonceOf({ headers }: Pick<Answer, "headers">): string {
  const policy = headers.get("Content-Security-Policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
}

/** Headers and text of an answer, with the same text in place of the nonce, and without the request's id. */
export function withoutNonce({ status, headers, html }: Answer) {
  const nonce = nonceOf({ headers }) || "no nonce";
  const blank = (text: string) => text.replaceAll(nonce, "NONCE");
  const shown = [...headers]
    .filter(([name]) => name !== "x-request-id")
    .map(([name, value]) => [name, blank(value)] as const);
  return { status, headers: Object.fromEntries(shown), html: blank(html) };
}
