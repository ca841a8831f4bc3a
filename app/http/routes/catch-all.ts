import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Problem } from "../../lib/problem";

/** Programs and caches get a 404; a person with a mistyped page goes to the front door. */
const NOT_PAGES = /^\/(api|download|assets|media|auth)(\/|$)|\.\w+$/;

export function loader({ request }: LoaderFunctionArgs) {
  if (!NOT_PAGES.test(new URL(request.url).pathname)) return redirect("/");
  throw new Problem("not_found");
}

export function action() {
  throw new Problem("not_found");
}
