import Page from "virtual:literal-page/about";
import type { MetaFunction } from "@remix-run/cloudflare";

export const meta: MetaFunction = () => [{ title: "About · Comptoir" }];

export default function About() {
  return <Page />;
}
