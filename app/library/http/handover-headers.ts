/**
 * Of pages whose address or content has the token of a handover. With "no-referrer" a browser sends
 * `Origin: null` with the page's own form, which is refused.
 */
export const HANDOVER_HEADERS = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
};
