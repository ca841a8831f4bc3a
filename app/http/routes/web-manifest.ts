import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { BRAND } from "../../lib/brand";
import { paths } from "../../lib/paths";
import { fixedT, readLocale } from "../locale";
import { BACKGROUND_COLOURS } from "../theme";

const HEADERS = {
  "Content-Type": "application/manifest+json",
  "Cache-Control": "private, max-age=3600",
  Vary: "Cookie",
};

/** The web app manifest, in the language of the visitor. There is no service worker. */
export function loader({ request }: LoaderFunctionArgs) {
  const t = fixedT(request, "page-home");
  const icon = (name: string, sidePx: number, purpose: "any" | "maskable") => {
    const sizes = `${sidePx}x${sidePx}`;
    return { src: `/icons/${name}.png`, type: "image/png", sizes, purpose };
  };
  const manifest = {
    id: paths.home,
    name: BRAND,
    short_name: BRAND,
    description: t("description"),
    lang: readLocale(request),
    start_url: paths.home,
    scope: paths.home,
    display: "minimal-ui",
    background_color: BACKGROUND_COLOURS.light,
    theme_color: BACKGROUND_COLOURS.light,
    icons: [
      icon("icon-192", 192, "any"),
      icon("icon-512", 512, "any"),
      icon("icon-maskable-512", 512, "maskable"),
    ],
  };
  return Response.json(manifest, { headers: HEADERS });
}
