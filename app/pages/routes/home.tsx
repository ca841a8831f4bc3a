import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageAddress } from "../../http/page-address";
import { pageMeta } from "../../http/page-meta";
import { paths } from "../../lib/paths";
import { Hero } from "../ui/hero";
import { CallToAction, Faq, FeeComparison, Makers, Reasons } from "../ui/home-sections";
import { PlansTable } from "../ui/plans-table";

export const handle = { script: false };

export async function loader(args: LoaderFunctionArgs) {
  const { dataLocation, premiumToken } = args.context.ports.settings;
  const t = await fixedT(args.request, "page-home");
  return {
    title: t("title"),
    description: t("description"),
    /** `paths.accueil` is the same page. */
    address: pageAddress(args, paths.home),
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
