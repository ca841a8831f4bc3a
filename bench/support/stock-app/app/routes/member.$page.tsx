import Dashboard from "virtual:literal-page/dashboard";
import Product from "virtual:literal-page/product";
import Purchases from "virtual:literal-page/purchases";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readMember } from "../../../pages/worker-env";
import { envOf } from "../baseline-env";

const PAGES: Record<string, () => React.ReactNode> = {
  dashboard: Dashboard,
  purchases: Purchases,
  product: Product,
};

/** The rows that the app reads for this page; the page is hydrated with them. */
export async function loader({ params: { page = "" }, context }: LoaderFunctionArgs) {
  return { page, rows: await readMember(envOf(context), page) };
}

export const meta: MetaFunction = () => [{ title: "Comptoir" }];

export default function Member() {
  const { page } = useLoaderData<typeof loader>();
  const Page = PAGES[page];
  return Page ? <Page /> : null;
}
