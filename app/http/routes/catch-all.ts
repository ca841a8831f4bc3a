import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";

/** Programs and caches get a 404; a person with a mistyped page is sent to the home page. */
const NOT_PAGES = /^\/(api|download|assets|media|auth)(\/|$)|\.\w+$/;

export function loader({ request }: LoaderFunctionArgs) {
  if (!NOT_PAGES.test(new URL(request.url).pathname)) return redirect(paths.home);
  throw new Problem("not_found");
}

export function action() {
  throw new Problem("not_found");
}
