import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Problem } from "../../lib/problem";
import { problemResponse } from "../problem-response";

/** Programs and caches get a 404; a person with a mistyped page goes to the front door. */
const NOT_PAGES = /^\/(api|download|assets|media|auth)(\/|$)|\.\w+$/;

export function loader({ request }: LoaderFunctionArgs) {
  if (!NOT_PAGES.test(new URL(request.url).pathname)) return redirect("/");
  return problemResponse(new Problem("not_found"), request);
}

export function action({ request }: LoaderFunctionArgs) {
  return problemResponse(new Problem("not_found"), request);
}
