import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { cookieText, TIME_ZONE_COOKIE } from "./http/cookie-text";
import { createTextLoader } from "./http/translations/texts.client";
import type { Locale } from "./lib/locale";
import { createTranslator } from "./lib/translator";
import { takeDocumentSource } from "./ui/document-source";
import { keepEarlyInput } from "./ui/keep-early-input";
import { readPageTexts, TranslationProvider } from "./ui/translation";

const restoreEarlyInput = keepEarlyInput();

/**
 * Around the page, so that its effect runs after those of the page. A sibling would shift the ids of
 * `useId` from those that the server wrote.
 */
function EarlyInputRestorer({ children }: { children: ReactNode }) {
  useEffect(restoreEarlyInput, []);
  return children;
}

/**
 * Tells the server which days and times to show. Only where it does not know, and only of a member: a
 * browser does not keep a page in memory that has written a cookie.
 */
function storeTimeZone() {
  if (!document.documentElement.dataset.signedIn) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isKnown = document.cookie.split("; ").includes(`tz=${timeZone}`);
  if (isKnown || !TIME_ZONE_COOKIE.value.test(timeZone)) return;
  const isHttps = window.location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari before 18.4 has no Cookie Store API.
  document.cookie = cookieText("tz", timeZone, TIME_ZONE_COOKIE, isHttps);
}

/**
 * Resolves when Remix has decoded the page's data, for which its first render suspends. React
 * hydrates at once when a person clicks or types, and gives up a root that then suspends, for good.
 */
async function pageDataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    // It resolves also where the data can't be decoded, and the render throws the error.
    if (thrown instanceof Promise) await thrown;
  }
}

async function hydrate(): Promise<void> {
  await pageDataDecoded();
  const locale = document.documentElement.lang as Locale;
  const translator = createTranslator(locale, readPageTexts());
  const source = { translator, loader: createTextLoader(translator, locale) };
  startTransition(() => {
    hydrateRoot(
      document,
      <TranslationProvider source={source}>
        <EarlyInputRestorer>
          <StrictMode>
            <RemixBrowser />
          </StrictMode>
        </EarlyInputRestorer>
      </TranslationProvider>,
    );
  });
}

storeTimeZone();
takeDocumentSource();
void hydrate();
