import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Closing } from "../components/home/closing";
import { Faq } from "../components/home/faq";
import { FeeComparison } from "../components/home/fee-comparison";
import { Hero } from "../components/home/hero";
import { Makers } from "../components/home/makers";
import { PlansTable } from "../components/home/plans-table";
import { Reasons } from "../components/home/reasons";
import { fixedT } from "../http/locale";
import { pageMeta } from "../http/page-meta";

export const handle = { script: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { appOrigin, dataLocation } = context.ports.settings;
  const t = await fixedT(request, "page-home");
  return {
    title: t("title"),
    description: t("description"),
    /** `/accueil` is the same page. */
    canonical: `${appOrigin}/`,
    swiss: dataLocation === "CH",
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);

export default function Home() {
  const { swiss } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-20 sm:gap-28">
      <Hero swiss={swiss} />
      <Reasons />
      <Makers />
      <FeeComparison />
      <PlansTable />
      <Faq />
      <Closing />
    </div>
  );
}
