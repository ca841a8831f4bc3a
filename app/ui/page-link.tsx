import { Link, type LinkProps } from "@remix-run/react";

interface PageLinkProps extends Omit<LinkProps, "to"> {
  /** A path of this site, from the root. */
  to: string;
}

/**
 * Remix's `Link`, for pages with many. The server renders the same element without it: there it would
 * resolve the path three times, which is a tenth of the time of a page of the shop.
 */
export const PageLink = import.meta.env.SSR ? ServerLink : Link;

function ServerLink(props: PageLinkProps) {
  const { to, discover = "render", reloadDocument, ...others } = props;
  const { prefetch, preventScrollReset, relative, replace, state, viewTransition, ...attributes } =
    others;
  const isDiscovered = discover === "render" && !reloadDocument;
  return <a {...attributes} data-discover={isDiscovered ? "true" : undefined} href={to} />;
}
