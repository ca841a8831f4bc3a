import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { readLocale, textSource } from "./http/locale";
import { failedPage } from "./http/problem-response";
import { getOrMake } from "./lib/get-or-make";
import { RecentMap } from "./lib/recent-map";
import { KeptHtml } from "./ui/kept-html";
import { PRELOAD_HEADER } from "./ui/page-assets";
import { TranslationProvider } from "./ui/translation";

/** Few beside the 128 MB of an isolate, and all first pages of the shop, with about 3,000 a card. */
const MAX_KEPT_CHARS = 6_000_000;
const keptHtml = new RecentMap<string>(MAX_KEPT_CHARS, (html) => html.length);

/**
 * Renders a page as one text. No loader leaves data to be streamed, and text is rendered in half the
 * time of a stream, which encodes each piece of it (decision 033).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, ports }: AppLoadContext,
) {
  await readHandoff(remixContext);
  try {
    const page = renderPage(request, remixContext, nonce);
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.append("Link", PRELOAD_HEADER);
    return new Response(`<!DOCTYPE html>${withEndLast(page)}`, { headers, status });
  } catch (error) {
    ports.log("request_failed", { error });
    // The error boundary shows it.
    throw failedPage(request);
  }
}

/** Errors inside the router: those of loaders, actions and pages are logged where they are caught. */
export function handleError(error: unknown, { context }: { context: AppLoadContext }): void {
  if (error instanceof Response) return;
  // A request that no loader can be found for has its reason in the status.
  if (isRouteErrorResponse(error)) return;
  context.ports.log("request_failed", { error });
}

function renderPage(request: Request, remixContext: EntryContext, nonce: string): string {
  const locale = readLocale(request);
  const source = textSource(locale);
  const keep = (key: string, element: ReactElement): string =>
    getOrMake(keptHtml, `${locale} ${key}`, () =>
      renderToString(<TranslationProvider source={source}>{element}</TranslationProvider>),
    );
  return renderToString(
    <TranslationProvider source={source}>
      <KeptHtml.Provider value={keep}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </KeptHtml.Provider>
    </TranslationProvider>,
  );
}

const END = "</body></html>";

/** `RemixServer` writes the loaders' data behind the document's end, where HTML allows nothing. */
function withEndLast(page: string): string {
  const end = page.lastIndexOf(END);
  return page.slice(0, end) + page.slice(end + END.length) + END;
}

/**
 * Reads the loaders' data in the form in which `RemixServer` writes it into the page. It would suspend
 * for each chunk, which a text can't.
 */
async function readHandoff({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return;
  const chunks: NonNullable<typeof renderMeta.streamCache> = {};
  const reader = serverHandoffStream.getReader();
  const decoder = new TextDecoder();
  for (let at = 0, isDone = false; !isDone; at += 1) {
    const { done, value } = await reader.read();
    const result = { done, value: decoder.decode(value, { stream: !done }) };
    chunks[at] = Object.assign(Promise.resolve(), { result });
    isDone = done;
  }
  reader.releaseLock();
  renderMeta.streamCache = chunks;
}
