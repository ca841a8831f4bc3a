import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { throttleByIp } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { signedChallenge } from "../http/credentials";
import { reauthenticateWithPassword } from "../http/reauthenticate-with-password";
import { PASSWORD_MAX_CHARS } from "../rules/password-rules";
import { reauthenticate } from "../use-cases/reauthenticate";

const password = z.object({ password: z.string().min(1).max(PASSWORD_MAX_CHARS) });
const body = z.union([password, signedChallenge]);

/** Re-authenticates by password or linked wallet, for ten minutes. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { uid, wallet } = await requireViewerJson(args);
  const credential = await readJson(request, body);
  if ("password" in credential) {
    await reauthenticateWithPassword(credential.password, args);
  } else {
    const token = context.visitor.sessionToken ?? "";
    await throttleByIp(args, "proof", () =>
      reauthenticate({ credential, uid, wallet, token }, context.ports),
    );
  }
  return new Response(null, { status: 204 });
}
