import { redirect } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";

/** Where password managers send a person (https://w3c.github.io/webappsec-change-password-url/). */
export function loader() {
  return redirect(paths.password);
}
