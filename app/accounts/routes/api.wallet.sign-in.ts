import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { throttleByIp } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { beginSession } from "../http/begin-session";
import { signedChallenge } from "../http/credentials";
import { signInWithWallet } from "../use-cases/open-wallet-account";
import { readPlanOfWallet } from "../use-cases/read-plan";

/** Opens a session for the account of the wallet that signed. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const uid = await throttleByIp(args, "wallet-sign-in", async () =>
    signInWithWallet(await readJson(request, signedChallenge), context.ports),
  );
  // Signing in does not wait for the nodes.
  context.waitUntil(readPlanOfWallet({ uid }, context.ports));
  return Response.json({ uid }, { headers: await beginSession(uid, args) });
}
