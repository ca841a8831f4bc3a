import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { offersNewRecoveryCodes } from "./accounts/http/new-recovery-codes";
import { currencyChoice } from "./http/currency";
import { clearFlash, readFlash, wasMessageSent } from "./http/flash";
import { offersEnglish } from "./http/language-hint";
import { readLocale } from "./http/locale";
import { pageMeta } from "./http/page-meta";
import { BACKGROUND_COLOURS, readTheme, type Theme } from "./http/theme";
import { readTimeZone } from "./http/time-zone";
import { namespacesOf } from "./http/translations/namespaces";
import { readViewer } from "./http/viewer";
import { paths } from "./lib/paths";
import { hasVisitorFavourites } from "./shop/ui/visitor-favourites";
import { FlashToast } from "./ui/layout/flash-toast";
import { Frame } from "./ui/layout/frame";
import { FONTS, STYLES } from "./ui/page-assets";
import { PageError } from "./ui/page-error";
import { createPart, usePart } from "./ui/part";
import { unlessSamePage } from "./ui/revalidation";
import { forgetAfterSignOut } from "./ui/seen-storage";
import { Spinner } from "./ui/spinner";
import { onFirstToast } from "./ui/toast";
import { PageTexts, usePageTexts, useTranslation } from "./ui/translation";
import { isPageRestoring, useRestoredPage } from "./ui/use-restored-page";

/** Loaded with the first message. */
const toasterPart = createPart(() => import("./ui/toaster"), null);
/** Loaded after the sign-in of a person who had favourites as a visitor. */
const mergePart = createPart(() => import("./shop/ui/merge-favourites"), null);

export function links() {
  return [
    ...FONTS.map((href) => ({
      rel: "preload",
      href,
      as: "font",
      type: "font/woff2",
      crossOrigin: "anonymous" as const,
    })),
    { rel: "stylesheet", href: STYLES },
    { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
    { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
    // With cookies: they choose the language.
    { rel: "manifest", href: paths.manifest, crossOrigin: "use-credentials" as const },
  ];
}

export const meta: MetaFunction = ({ error }) => pageMeta(undefined, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ports, nonce } = context;
  const toast = readFlash(request);
  const viewer = await readViewer({ context });
  const page = {
    nonce,
    toast,
    locale: readLocale(request),
    theme: readTheme(request),
    currency: currencyChoice(request, ports.settings),
    timeZone: readTimeZone({ request, context }),
    offersEnglish: offersEnglish(request),
    signedIn: viewer !== null,
    unreadThreads: viewer?.unreadThreads ?? 0,
    offersCodes:
      viewer !== null && (await offersNewRecoveryCodes(viewer.uid, { request, context })),
    cluster: ports.settings.cluster,
    feeBps: ports.settings.feeBps,
    year: new Date(ports.clock.now()).getUTCFullYear(),
  };
  const isShown = toast !== null || wasMessageSent(request);
  return data(page, isShown ? { headers: { "Set-Cookie": clearFlash(context) } } : {});
}

/** What the frame of a page shows does not change while the page polls or filters. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  isPageRestoring() || unlessSamePage(change);

interface Handle {
  /** False for a page that ships no script. */
  script?: boolean;
  /** True for a page that shows by itself which part of it is loading. */
  showsPending?: boolean;
}

export default function App() {
  useRestoredPage();
  return <Outlet />;
}

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation("common");
  const page = useRouteLoaderData<typeof loader>("root");
  const matches = useMatches();
  const unreadThreads = useUnreadThreads(page?.unreadThreads);
  const script = matches.every(({ handle }) => (handle as Handle | undefined)?.script !== false);
  const texts = usePageTexts(script ? namespacesOf(matches.at(-1)?.id) : []);
  return (
    <html
      lang={i18n.language}
      data-theme={page?.theme ?? "system"}
      data-cluster={page?.cluster}
      data-signed-in={page?.signedIn || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeColor theme={page?.theme ?? "system"} />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        {page && <ForgetAfterSignOut signedIn={page.signedIn} />}
        <Frame
          signedIn={page?.signedIn ?? false}
          unreadThreads={unreadThreads}
          offersEnglish={page?.offersEnglish ?? false}
          offersCodes={page?.offersCodes ?? false}
          theme={page?.theme ?? "system"}
          currency={page?.currency}
          year={page?.year}
        >
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 outline-none sm:px-6 sm:py-12"
          >
            {children}
            <RateNote />
          </main>
        </Frame>
        {page?.toast && <FlashToast key={page.toast} name={page.toast} scripted={script} />}
        {script && <PendingIndicator />}
        {script && page?.signedIn && <MergeFavourites />}
        {script && <PageTexts json={texts} />}
        {script && <PageScripts nonce={page?.nonce} />}
      </body>
    </html>
  );
}

/** Before the page, whose effects would show what is forgotten. */
function ForgetAfterSignOut({ signedIn }: { signedIn: boolean }) {
  useEffect(() => forgetAfterSignOut(signedIn), [signedIn]);
  return null;
}

/** Opened by a button of the page, also without script; the types of React lack it. */
const POPOVER = { popover: "auto" };

/** The rate, source and time behind each `Worth`, on pages with prices. */
function RateNote() {
  const page = useMatches().at(-1)?.data as { rateNote?: string | null } | undefined;
  return page?.rateNote ? (
    <p id="rate" className="rate-note" {...POPOVER}>
      {page.rateNote}
    </p>
  ) : null;
}

/** A page that marks a thread as read says how many are left, which is newer than `atLoad`. */
function useUnreadThreads(atLoad = 0): number {
  const pages = useMatches().map(({ data }) => data as { unreadThreads?: number } | undefined);
  return pages.findLast((data) => data?.unreadThreads !== undefined)?.unreadThreads ?? atLoad;
}

function PageScripts({ nonce }: { nonce: string | undefined }) {
  const [toasts, setToasts] = useState(false);
  useEffect(
    () =>
      onFirstToast(() => {
        setToasts(true);
        void toasterPart.load();
      }),
    [],
  );
  return (
    <>
      {toasts && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}

function Toaster() {
  const { default: Loaded } = usePart(toasterPart);
  return <Loaded />;
}

/** Has its code loaded where this browser has kept favourites of a visitor. */
function MergeFavourites() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => setNeeded(hasVisitorFavourites()), []);
  return isNeeded ? (
    <Suspense>
      <Merge />
    </Suspense>
  ) : null;
}

function Merge() {
  const { default: Loaded } = usePart(mergePart);
  return <Loaded />;
}

/** The colour of the browser's interface around the page. */
function ThemeColor({ theme }: { theme: Theme }) {
  if (theme !== "system") return <meta name="theme-color" content={BACKGROUND_COLOURS[theme]} />;
  return (
    <>
      <meta
        name="theme-color"
        media="(prefers-color-scheme: light)"
        content={BACKGROUND_COLOURS.light}
      />
      <meta
        name="theme-color"
        media="(prefers-color-scheme: dark)"
        content={BACKGROUND_COLOURS.dark}
      />
    </>
  );
}

/** Shown while the next page loads, after a delay in the style sheet. */
function PendingIndicator() {
  const { t } = useTranslation("common");
  const { state, formData, location } = useNavigation();
  const { pathname } = useLocation();
  const showsPending = useMatches().some(
    ({ handle }) => (handle as Handle | undefined)?.showsPending,
  );
  if (state !== "loading" || formData) return null;
  if (showsPending && location.pathname === pathname) return null;
  return (
    <div className="pending -translate-x-1/2 fixed top-20 left-1/2 z-40 rounded-full border border-line-2 bg-card px-5 py-2.5 shadow-ticket">
      <Spinner>{t("loading")}</Spinner>
    </div>
  );
}

/** The page for unknown URLs and for errors that no route handles. */
export function ErrorBoundary() {
  const { t } = useTranslation("common");
  return <PageError elsewhere={{ to: paths.home, text: t("error.home") }} />;
}
