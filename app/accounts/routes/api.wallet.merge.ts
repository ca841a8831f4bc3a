import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { requireRecentAuthApi } from "../../http/viewer";
import { walletProof } from "../http/wallet-proof";
import { mergeWalletAccount } from "../use-cases/merge-wallet-account";

const count = z.number().int().min(0);
const body = walletProof.extend({
  /** What the person was told would move. */
  shown: z.object({
    purchases: count,
    products: count,
    orders: count,
    favourites: count,
    sellPage: z.boolean(),
  }),
});

/** Moves everything of the account that the wallet alone opens to the one that is signed in. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireRecentAuthApi(args);
  const { shown, ...proof } = await readJson(request, body);
  return Response.json(await mergeWalletAccount({ proof, uid, shown }, context.ports));
}
