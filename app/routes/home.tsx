import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Closing } from "../components/home/closing";
import { Comparison } from "../components/home/comparison";
import { Faq } from "../components/home/faq";
import { Hero } from "../components/home/hero";
import { Makers } from "../components/home/makers";
import { PlansTable } from "../components/home/plans-table";
import { Reasons } from "../components/home/reasons";
import { fixedT } from "../http/locale";

export const handle = { script: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { appOrigin, dataLocation } = context.ports.settings;
  const t = await fixedT(request, "page-home");
  return {
    title: t("metaTitle"),
    description: t("metaDescription"),
    canonical: `${appOrigin}/`,
    inSwitzerland: dataLocation === "CH",
  };
}

export default function Home() {
  const { inSwitzerland } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-20 sm:gap-28">
      <Hero />
      <Reasons />
      <Comparison inSwitzerland={inSwitzerland} />
      <PlansTable />
      <Makers />
      <Faq />
      <Closing />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title },
  { name: "description", content: data?.description },
  { tagName: "link", rel: "canonical", href: data?.canonical },
];
