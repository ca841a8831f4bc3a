import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { readLocale } from "./http/locale";
import styles from "./styles.css?url";

export function links() {
  return [{ rel: "stylesheet", href: styles }];
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { locale: readLocale(request), nonce: context.nonce };
}

export default function App() {
  return <Outlet />;
}

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const nonce = useLoaderData<typeof loader>()?.nonce;
  const matches = useMatches();
  const script = matches.every((match) => (match.handle as { script?: boolean })?.script !== false);
  return (
    <html lang={i18n.language} data-theme="system">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {script && <ScrollRestoration nonce={nonce} />}
        {script && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}
