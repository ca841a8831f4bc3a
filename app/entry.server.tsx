import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { readLocale, textSource } from "./http/locale";
import { TranslationProvider } from "./ui/translation";

/** Longest time for deferred data of a page. */
const ABORT_AFTER_MS = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
) {
  const source = textSource(readLocale(request));
  let failed = false;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ABORT_AFTER_MS + 1_000);
  const body = await renderToReadableStream(
    <TranslationProvider source={source}>
      <RemixServer
        context={remixContext}
        url={request.url}
        nonce={nonce}
        abortDelay={ABORT_AFTER_MS}
      />
    </TranslationProvider>,
    {
      nonce,
      signal: abort.signal,
      onError(error) {
        failed = true;
        console.error(error);
      },
    },
  );
  // React logs an error when a finished page is aborted.
  const stopTimer = () => clearTimeout(timer);
  body.allReady.then(stopTimer, stopTimer);
  // Crawlers get the complete page instead of a stream.
  if (isbot(request.headers.get("User-Agent") ?? "")) await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { headers, status: failed ? 500 : status });
}
