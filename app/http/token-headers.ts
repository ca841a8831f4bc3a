/**
 * Of pages whose address or content has a token. With "no-referrer" a browser sends
 * `Origin: null` with the page's own form, which is refused.
 */
export const TOKEN_HEADERS = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};
