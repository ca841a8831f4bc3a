import type { Visitor } from "../app/http/viewer";
import type { PageSource } from "../app/lib/page-source";
import type { Problem } from "../app/lib/problem";
import type { Ports } from "./ports";

/** The `context` of every loader and action. */
export type LoadContext = {
  ports: Ports;
  /** Nonce of this response's Content-Security-Policy. */
  nonce: string;
  /** The sender of the request, by the session cookie. */
  visitor: Visitor;
  /** The request as it came in; loaders that run after an action get a GET of its address. */
  received: {
    method: string;
    /** True for the data of a page without its document. */
    isData: boolean;
    /** An IANA name; null where Cloudflare finds none for the IP address. */
    ipTimeZone: string | null;
    /** Where the visitor comes from. The address of the request that handlers get does not say it. */
    source: PageSource;
  };
  /** Refuses every route but the health check; null while the shop is open. */
  closed: Problem | null;
  /** Keeps the Worker running for work that continues after the response. */
  waitUntil(work: Promise<unknown>): void;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends LoadContext {}
}
