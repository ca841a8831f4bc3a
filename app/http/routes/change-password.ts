import { redirect } from "@remix-run/cloudflare";
import { profilePaths } from "../../lib/profile-paths";

/** Where password managers send a person (https://w3c.github.io/webappsec-change-password-url/). */
export function loader() {
  return redirect(profilePaths.password);
}
