import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fixedT, readLocale } from "../../http/locale";
import { readTimeZone } from "../../http/time-zone";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { BRAND } from "../../lib/brand";
import { dateFormat } from "../../lib/intl-format";
import { canonicalDeclaration } from "../rules/withdrawal";
import { readAcknowledgement } from "../use-cases/read-acknowledgement";

const MOMENT = { dateStyle: "long", timeStyle: "medium" } as const;

/** The acknowledgement as a text file, with all that its hash can be checked by. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const received = await readAcknowledgement({ secret: params.token ?? "" }, context.ports);
  const t = fixedT(request, "withdrawal");
  const timeZone = readTimeZone(args);
  const time = dateFormat(readLocale(request), timeZone, MOMENT).format(received.declaredAt);
  const site = new URL(context.ports.settings.appOrigin).host;
  const lines = [
    `${t("received.title")} - ${BRAND} (${site})`,
    "",
    t("sentence", { contract: received.contract }),
    "",
    `${t("name")}: ${received.name}`,
    `${t("contract")}: ${received.contract}`,
    `${t("contact")}: ${received.contact}`,
    "",
    `${t("received.time")}: ${time} (${timeZone})`,
    `${t("received.utc")}: ${new Date(received.declaredAt).toISOString()}`,
    `${t("received.id")}: ${received.id}`,
    `${t("received.hash")}: ${received.hash}`,
    "",
    t("received.notExamined", { brand: BRAND, site }),
    "",
    t("received.canonical"),
    canonicalDeclaration(received),
    "",
    ...(received.statement === null ? [] : [t("received.signed"), received.statement]),
  ];
  return new Response(lines.join("\r\n"), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${BRAND.toLowerCase()}-${t("received.fileName")}-${received.id.slice(0, 8)}.txt"`,
      ...TOKEN_HEADERS,
    },
  });
}
