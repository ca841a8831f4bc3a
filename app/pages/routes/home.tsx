import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { paths } from "../../lib/paths";
import { Hero } from "../ui/hero";
import { CallToAction, Faq, FeeComparison, Makers, Reasons } from "../ui/home-sections";
import { PlansTable } from "../ui/plans-table";

export const handle = { script: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { appOrigin, dataLocation, premiumToken } = context.ports.settings;
  const t = await fixedT(request, "page-home");
  return {
    title: t("title"),
    description: t("description"),
    /** `paths.accueil` is the same page. */
    canonical: appOrigin + paths.home,
    swiss: dataLocation === "CH",
    premiumByToken: premiumToken !== null,
  };
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
