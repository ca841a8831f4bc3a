import Page from "virtual:literal-page/home";
import type { MetaFunction } from "@remix-run/cloudflare";

export const meta: MetaFunction = () => [{ title: "Comptoir" }];

export default function Home() {
  return <Page />;
}
