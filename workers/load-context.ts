import type { Visitor } from "../app/http/viewer";
import type { Ports } from "./ports";

/** What every loader and action gets as `context`. */
export type LoadContext = {
  ports: Ports;
  /** Nonce of this response's Content-Security-Policy. */
  nonce: string;
  /** Who asks, by the session cookie. */
  visitor: Visitor;
  /** Work that may outlive the response. */
  waitUntil(work: Promise<unknown>): void;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends LoadContext {}
}
