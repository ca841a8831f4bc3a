import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";

/** Resources answer 404; any other unknown path redirects to the home page. */
const RESOURCE_PATHS = /^\/(api|download|assets|media|auth)(\/|$)|\.\w+$/;

export function loader({ request }: LoaderFunctionArgs) {
  if (!RESOURCE_PATHS.test(new URL(request.url).pathname)) return redirect(paths.home);
  throw new Problem("not_found");
}

export function action() {
  throw new Problem("not_found");
}
