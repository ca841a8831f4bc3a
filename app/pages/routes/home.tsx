import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { Closing } from "../ui/closing";
import { Faq } from "../ui/faq";
import { FeeComparison } from "../ui/fee-comparison";
import { Hero } from "../ui/hero";
import { Makers } from "../ui/makers";
import { PlansTable } from "../ui/plans-table";
import { Reasons } from "../ui/reasons";

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
