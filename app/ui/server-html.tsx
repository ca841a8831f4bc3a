// @chunk none
import { type ReactElement, useEffect, useState } from "react";
import { type Content, useKept } from "./kept-html";
import type { Part } from "./part";
import { PartBoundary } from "./part-boundary";
import { useHydrated } from "./use-hydrated";

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
  // The last of the hooks: it can render another tree, which ends this one's.
  const kept = useKept(key, content);
  if (import.meta.env.SSR) return kept;
  if (isAsSent) return AS_SENT;
  return { children: <PartBoundary part={part}>{content}</PartBoundary> };
}
