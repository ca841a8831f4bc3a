import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readJson } from "../../http/read-json";
import { requireRecentAuthApi } from "../../http/viewer";
import { signedChallenge } from "../http/credentials";
import { linkWallet } from "../use-cases/link-wallet";

/** Links the wallet that signed in place of the previous one, or returns what a merge with its own account would move. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireRecentAuthApi(args);
  const signed = await readJson(request, signedChallenge);
  return Response.json(await linkWallet({ ...signed, uid }, context.ports));
}
