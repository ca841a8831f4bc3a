import type { AppLoadContext } from "@remix-run/cloudflare";
import { slowAddress } from "../../http/rate-limit";
import { readSessionToken } from "../../http/session";
import { forgetViewer, requireViewer } from "../../http/viewer";
import { giveProof } from "../use-cases/reauthenticate";

/** The proof of who is there, by the password that a form brought. Throws what `giveProof` throws. */
export async function givePassword(
  password: string,
  args: { request: Request; context: AppLoadContext },
): Promise<void> {
  const { ports } = args.context;
  const { uid, wallet } = await requireViewer(args);
  const token = readSessionToken(args.request, ports.settings.appOrigin) ?? "";
  const input = { proof: { password }, uid, wallet, token };
  await slowAddress(args, "proof", () => giveProof(input, ports));
  forgetViewer(args.context);
}
