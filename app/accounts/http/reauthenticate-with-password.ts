import type { AppLoadContext } from "@remix-run/cloudflare";
import { throttleByIp } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { reauthenticate } from "../use-cases/reauthenticate";

/** The proof of who is there, by the password that a form brought. Throws what `reauthenticate` throws. */
export async function reauthenticateWithPassword(
  password: string,
  args: { request: Request; context: AppLoadContext },
): Promise<void> {
  const { ports } = args.context;
  const { uid, wallet } = await requireViewer(args);
  const token = args.context.visitor.sessionToken ?? "";
  const input = { proof: { password }, uid, wallet, token };
  await throttleByIp(args, "proof", () => reauthenticate(input, ports));
  args.context.visitor.forget();
}
