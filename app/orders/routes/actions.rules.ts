import { ACTIONS_PATTERN, paths } from "../../lib/paths";

/** Maps paths of the app to Solana Actions: a shared link to a product page becomes an Action. */
const RULES = [
  { pathPattern: paths.buy("*"), apiPath: paths.api.buy("*") },
  { pathPattern: ACTIONS_PATTERN, apiPath: ACTIONS_PATTERN },
];

/** The `actions.json` of the Solana Actions specification. */
export function loader() {
  return Response.json({ rules: RULES });
}
