import {
  OWN_PAGE,
  type PageSource,
  referringSource,
  sourceName,
  withoutSource,
} from "../lib/page-source";

interface DocumentSource extends PageSource {
  pathname: string;
}

let opened: DocumentSource | null = null;

/**
 * Reads where the visitor of this document comes from, and takes it out of the address: the server has
 * rendered the page without it, and a copied link names no source. Call it once, before hydration.
 */
export function takeDocumentSource(): void {
  const { pathname, search, hash, origin } = window.location;
  opened = {
    pathname,
    name: sourceName(search),
    from: referringSource(document.referrer, origin),
  };
  const kept = withoutSource(pathname + search);
  if (kept !== pathname + search)
    window.history.replaceState(window.history.state, "", kept + hash);
}

/**
 * The source of the page that is shown, as its requests write it: that of the document, where it was loaded
 * for this page. Script that followed a link, or a redirect, came from a page of this site.
 */
export function sourceOfPage(): { src: string | null; referrer: string } {
  const isOfDocument = opened?.pathname === window.location.pathname;
  return isOfDocument && opened
    ? { src: opened.name, referrer: opened.from }
    : { src: sourceName(window.location.search), referrer: OWN_PAGE };
}
