import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { EXAMPLE_EMAIL } from "../../lib/brand";
import { LOCALES } from "../../lib/locale";
import { paths } from "../../lib/paths";
import { sitePaths } from "../../lib/site-paths";

const DAY_MS = 24 * 3600 * 1000;
/** RFC 9116 recommends less than a year. */
const LIFETIME_MS = 180 * DAY_MS;

/** How to report a vulnerability (RFC 9116). */
export function loader({ context }: LoaderFunctionArgs) {
  const { settings, clock } = context.ports;
  const { appOrigin, supportEmail } = settings;
  // The same for a day, so that copies in caches agree.
  const expires = Math.floor(clock.now() / DAY_MS) * DAY_MS + LIFETIME_MS;
  const mailbox = supportEmail === EXAMPLE_EMAIL ? [] : [`mailto:${encodeURI(supportEmail)}`];
  const fields = [
    ...[...mailbox, appOrigin + paths.contact].map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(expires).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(", ")}`,
    `Canonical: ${appOrigin}${sitePaths.securityText}`,
  ];
  return new Response(fields.map((field) => `${field}\n`).join(""), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
