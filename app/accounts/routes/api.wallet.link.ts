import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readJson } from "../../http/read-json";
import { requireRecentAuthApi } from "../../http/viewer";
import { walletProof } from "../http/wallet-proof";
import { linkWallet } from "../use-cases/link-wallet";

/** Links the wallet that signed, in place of the one before, or says what an account of its own would bring. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireRecentAuthApi(args);
  const proof = await readJson(request, walletProof);
  return Response.json(await linkWallet({ ...proof, uid }, context.ports));
}
