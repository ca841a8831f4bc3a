import { RemixBrowser } from "@remix-run/react";
import i18next, { type ResourceLanguage } from "i18next";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { i18nOptions } from "./http/i18n-options";
import type { Locale } from "./lib/locale";
import { keepEarlyInput } from "./ui/keep-early-input";

const restoreEarlyInput = keepEarlyInput();

/** Rendered last, so that its effect runs after the page is hydrated. */
function EarlyInputRestorer() {
  useEffect(restoreEarlyInput, []);
  return null;
}

async function hydrate() {
  const locale = document.documentElement.lang as Locale;
  const resources = { [locale]: await loadTranslations(locale) };
  await i18next.use(initReactI18next).init({ ...i18nOptions, lng: locale, resources });
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

async function loadTranslations(locale: Locale): Promise<ResourceLanguage> {
  const { default: files } =
    locale === "en"
      ? await import("./http/translations/en.client")
      : await import("./http/translations/fr.client");
  return Object.assign({}, ...Object.values(files));
}

void hydrate();
