import type { AppLoadContext } from "@remix-run/cloudflare";
import { throttleByIp } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { reauthenticate } from "../use-cases/reauthenticate";

/** Re-authenticates the session by the password of a form. Throws what `reauthenticate` throws. */
export async function reauthenticateWithPassword(
  password: string,
  args: { request: Request; context: AppLoadContext },
): Promise<void> {
  const { ports } = args.context;
  const { uid, wallet } = await requireViewer(args);
  const token = args.context.visitor.sessionToken ?? "";
  const input = { credential: { password }, uid, wallet, token };
  await throttleByIp(args, "proof", () => reauthenticate(input, ports));
  args.context.visitor.forget();
}
