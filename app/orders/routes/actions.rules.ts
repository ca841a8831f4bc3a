import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { actionHeaders } from "../http/product-action";
import { answerWallet } from "../http/wallet-request";

/** Which of our addresses are Solana Actions: a shared link to a product becomes one. */
const RULES = [
  { pathPattern: "/acheter/*", apiPath: "/api/actions/buy/*" },
  { pathPattern: "/api/actions/**", apiPath: "/api/actions/**" },
];

/** The `actions.json` of the Solana Action specification. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return answerWallet(
    request,
    async () => ({ rules: RULES }),
    actionHeaders(context.ports.settings),
  );
}
