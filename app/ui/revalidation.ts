import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";

const RETRY_BASE_MS = 500;
const RETRY_MAX_MS = 8_000;

/**
 * A `clientLoader` for pages that revalidate by themselves: while the server can't be reached, the
 * page keeps its data and the request is retried with back-off. Without it, a request that fails
 * replaces the page by an error page. Other errors, and navigation to another page, fail at once.
 */
export async function loadWithRetry({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const isRevalidation = new URL(request.url).pathname === window.location.pathname;
  for (let delayMs = RETRY_BASE_MS; ; delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)) {
    try {
      return await serverLoader();
    } catch (error) {
      // `fetch` rejects with a TypeError when there is no answer.
      const isUnreachable = error instanceof TypeError;
      if (!isUnreachable || !isRevalidation || request.signal.aborted) throw error;
      await pause(delayMs, request.signal);
    }
  }
}

const FIRST_ERROR_STATUS = 400;

/**
 * A `shouldRevalidate` that leaves out loads of the same page: revalidation by itself, other search
 * parameters, and a form that was refused. A form that was accepted loads.
 */
export const unlessSamePage: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod = "GET", actionStatus = 0 } = change;
  // Remix passes `true` as the default also for a refused form, and then loads the page's own data.
  if (actionStatus >= FIRST_ERROR_STATUS) return false;
  const isSamePage = formMethod === "GET" && currentUrl.pathname === nextUrl.pathname;
  return !isSamePage && change.defaultShouldRevalidate;
};

/** Resolves after so many ms, or when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
