import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { requireRecentAuthApi } from "../../http/viewer";
import { signedChallenge } from "../http/credentials";
import { mergeWalletAccount } from "../use-cases/link-wallet";

const count = z.number().int().min(0);
const body = signedChallenge.extend({
  /** What the user confirmed to move. */
  shown: z.object({
    purchases: count,
    products: count,
    orders: count,
    favourites: count,
    sellPage: z.boolean(),
  }),
});

/** Merges the account that the wallet alone opens into the signed-in account. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireRecentAuthApi(args);
  const { shown, ...signed } = await readJson(request, body);
  return Response.json(await mergeWalletAccount({ signed, uid, shown }, context.ports));
}
