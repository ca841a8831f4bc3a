import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { paths } from "../../lib/paths";
import { loadReceiptPage } from "../http/receipt-page";
import { ReceiptPage } from "../ui/receipt-page";

export function loader(args: LoaderFunctionArgs) {
  return loadReceiptPage("seller", args);
}

export default function SaleReceipt() {
  return <ReceiptPage reader="seller" back={paths.sales} {...useLoaderData<typeof loader>()} />;
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
