import type { HeadersArgs } from "@remix-run/cloudflare";

/** Route export `headers`: without it a page's answer loses what its loader says, `Retry-After` here. */
export function loaderHeaders({ loaderHeaders: headers }: HeadersArgs): Headers {
  return headers;
}
