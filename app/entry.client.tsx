import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { COOKIES, setCookie } from "./http/cookies";
import { i18nOptions } from "./http/i18n-options";
import { namespacesOf, textsBackend } from "./http/translations/texts.client";
import { keepEarlyInput } from "./ui/keep-early-input";

const restoreEarlyInput = keepEarlyInput();

/** Rendered last, so that its effect runs after the page is hydrated. */
function EarlyInputRestorer() {
  useEffect(restoreEarlyInput, []);
  return null;
}

/** Tells the server which days and times to show. */
function storeTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!COOKIES.tz.value.test(timeZone)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: Safari before 18.4 has no Cookie Store API.
  document.cookie = setCookie("tz", timeZone, window.location.origin);
}

async function hydrate() {
  const { lang, dataset } = document.documentElement;
  await i18next
    .use(textsBackend)
    .use(initReactI18next)
    // Both languages have the same keys: the other one is not loaded as a fallback.
    .init({ ...i18nOptions, lng: lang, fallbackLng: false, ns: namespacesOf(dataset.route) });
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18next}>
        <StrictMode>
          <RemixBrowser />
        </StrictMode>
        <EarlyInputRestorer />
      </I18nextProvider>,
    );
  });
}

storeTimeZone();
void hydrate();
