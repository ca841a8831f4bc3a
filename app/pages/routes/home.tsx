import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { type PageAddress, pageAddress } from "../../http/page-address";
import { pageMeta } from "../../http/page-meta";
import { linkedUrl, SCHEMA_CONTEXT, type StructuredData } from "../../http/structured-data";
import { BRAND, BRAND_PICTURE, EXAMPLE_EMAIL } from "../../lib/brand";
import { LOCALES } from "../../lib/locale";
import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { Hero } from "../ui/hero";
import { CallToAction, Faq, FeeComparison, Makers, Reasons } from "../ui/home-sections";
import { PlansTable } from "../ui/plans-table";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  const { settings } = args.context.ports;
  const { dataLocation, premiumToken } = settings;
  const t = fixedT(args.request, "page-home");
  /** `paths.accueil` is the same page. */
  const address = pageAddress(args, paths.home);
  return {
    title: t("title"),
    description: t("description"),
    address,
    jsonLd: siteData(settings, address),
    swiss: dataLocation === "CH",
    premiumByToken: premiumToken !== null,
  };
}

/** Who runs the site, and the site, as schema.org describes them. */
function siteData(
  { appOrigin, supportEmail }: Pick<Settings, "appOrigin" | "supportEmail">,
  address: PageAddress,
): StructuredData[] {
  const id = `${address.url}#organization`;
  const organization = {
    ...SCHEMA_CONTEXT,
    "@type": "Organization",
    "@id": id,
    name: BRAND,
    url: address.url,
    logo: appOrigin + BRAND_PICTURE,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      url: linkedUrl(address, paths.contact),
      ...(supportEmail !== EXAMPLE_EMAIL && { email: supportEmail }),
      availableLanguage: LOCALES,
    },
  };
  const site = {
    ...SCHEMA_CONTEXT,
    "@type": "WebSite",
    name: BRAND,
    url: address.url,
    inLanguage: address.locale,
    publisher: { "@id": id },
  };
  return [organization, site];
}

export default function Home() {
  const { swiss, premiumByToken } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-20 sm:gap-28">
      <Hero swiss={swiss} />
      <Reasons />
      <Makers />
      <FeeComparison />
      <PlansTable premiumByToken={premiumByToken} />
      <Faq premiumByToken={premiumByToken} />
      <CallToAction />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
