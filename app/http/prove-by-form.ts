import type { AppLoadContext } from "@remix-run/cloudflare";
import { PASSWORD_MAX } from "../domain/password-rules";
import { giveProof } from "../use-cases/give-proof";
import { slowAddress } from "./rate-limit";
import { readSessionToken } from "./session";
import { forgetViewer, requireFreshProof, requireViewer } from "./viewer";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * For a form that works without script: its `password`, where one was typed, is the proof of who is
 * there; else an earlier one has to be fresh. Throws `proof_needed`, and what `giveProof` throws.
 */
export async function proveByForm(form: FormData, args: Args): Promise<void> {
  const password = String(form.get("password") ?? "").slice(0, PASSWORD_MAX + 1);
  if (password === "") {
    await requireFreshProof(args);
    return;
  }
  const { ports } = args.context;
  const { uid, wallet } = await requireViewer(args);
  const token = readSessionToken(args.request, ports.settings.appOrigin) ?? "";
  const proof = { password };
  await slowAddress(args, "proof", () => giveProof({ proof, uid, wallet, token }, ports));
  forgetViewer(args.context);
}
