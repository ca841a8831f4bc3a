import { paths } from "../../lib/paths";

/** Which addresses of the app are Solana Actions: a shared link to a product becomes one. */
const RULES = [
  { pathPattern: paths.buy("*"), apiPath: paths.api.buy("*") },
  { pathPattern: "/api/actions/**", apiPath: "/api/actions/**" },
];

/** The `actions.json` of the Solana Action specification. */
export function loader() {
  return Response.json({ rules: RULES });
}
