import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { paths } from "../../lib/paths";
import { loadReceiptPage } from "../http/receipt-page";
import { ReceiptPage } from "../ui/receipt-page";

export function loader(args: LoaderFunctionArgs) {
  return loadReceiptPage("buyer", args);
}

export default function PurchaseReceipt() {
  return <ReceiptPage reader="buyer" back={paths.purchases} {...useLoaderData<typeof loader>()} />;
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
