// @chunk none
import { type ReactElement, useEffect, useState } from "react";
import type { Part } from "./part";
import { PartBoundary } from "./part-boundary";
import { useHydrated } from "./use-hydrated";

/** What an element contains, as its props. */
interface Content {
  children?: ReactElement;
  dangerouslySetInnerHTML?: { __html: string };
}

/** React leaves the content of such an element as the server has sent it. */
const AS_SENT: Content = { dangerouslySetInnerHTML: { __html: "" } };

/**
 * The content of an element that has no behaviour: in the browser, the HTML of the server stays until
 * `key`, which names all that it shows, changes and `part` is loaded. Rendered elsewhere, `content` is
 * rendered, which uses the part. The element needs `suppressHydrationWarning`.
 */
export function useServerHtml(part: Part<unknown>, key: string, content: ReactElement): Content {
  const hydrated = useHydrated();
  const [isAsSent, setAsSent] = useState(!hydrated && part.current() === null);
  const [sentKey] = useState(key);
  const isStale = isAsSent && key !== sentKey;
  useEffect(() => {
    if (isStale) void part.load().then((module) => module && setAsSent(false));
  }, [isStale, part]);
  if (import.meta.env.SSR) return { children: content };
  if (isAsSent) return AS_SENT;
  return { children: <PartBoundary part={part}>{content}</PartBoundary> };
}
