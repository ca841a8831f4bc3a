import { type PageSource, referringSource, sourceName, withoutSource } from "../lib/page-source";

/** Where the visitor of a page comes from. */
export function sourceOf({ url, headers }: Request, appOrigin: string): PageSource {
  return {
    name: sourceName(new URL(url).search),
    from: referringSource(headers.get("Referer"), appOrigin),
  };
}

/** The request as routes see it: no source in its address, so that none comes into a page. */
export function requestWithoutSource(request: Request): Request {
  const address = withoutSource(request.url);
  return address === request.url ? request : new Request(address, request);
}
