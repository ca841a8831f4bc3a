import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { throttleByIp } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { walletProof } from "../http/wallet-proof";
import { PASSWORD_MAX } from "../rules/password-rules";
import { reauthenticate } from "../use-cases/reauthenticate";

const password = z.object({ password: z.string().min(1).max(PASSWORD_MAX) });
const body = z.union([password, walletProof]);

/** Shows again who is there, by password or by the linked wallet: good for ten minutes. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid, wallet } = await requireViewerJson(args);
  const token = context.visitor.sessionToken ?? "";
  const proof = await readJson(request, body);
  await throttleByIp(args, "proof", () =>
    reauthenticate({ proof, uid, wallet, token }, context.ports),
  );
  return new Response(null, { status: 204 });
}
