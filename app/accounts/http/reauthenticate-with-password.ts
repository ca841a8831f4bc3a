import type { AppLoadContext } from "@remix-run/cloudflare";
import { requireViewer } from "../../http/viewer";
import { reauthenticate } from "../use-cases/reauthenticate";
import { limitPasswordProofs } from "./throttle-sign-in";

/** Re-authenticates the session by the password of a form. Throws what `reauthenticate` throws. */
export async function reauthenticateWithPassword(
  password: string,
  args: { request: Request; context: AppLoadContext },
): Promise<void> {
  const { ports } = args.context;
  const { uid, wallet } = await requireViewer(args);
  const token = args.context.visitor.sessionToken ?? "";
  const input = { credential: { password }, uid, wallet, token };
  await limitPasswordProofs(args);
  await reauthenticate(input, ports);
  args.context.visitor.forget();
}
