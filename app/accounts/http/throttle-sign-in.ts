import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByIp, limitRate, throttleByIp } from "../../http/rate-limit";
import { type AdmittedDevice, admitDevice } from "../use-cases/device-tokens";
import { hashToken } from "../use-cases/hash-token";
import { sessionId } from "../use-cases/sessions";
import { readDeviceTokens } from "./device-cookie";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/** Bounds the hashes of one network address, those of right passwords included. */
const SIGN_IN_RATE_LIMIT = { name: "sign-in", limit: 120, windowMs: 60_000 };
/** Bounds the hashes of one session. */
const PROOF_RATE_LIMIT = { limit: 20, windowMs: 60_000 };

/**
 * Runs `check`, a try at the password of an address. A browser that signed in there before has tries of
 * its own; all others share those of the address and of their network address. Throws `slow_down`.
 */
export async function throttleSignIn<T>(
  email: string,
  args: Args,
  check: (device: AdmittedDevice | null) => Promise<T>,
): Promise<T> {
  const { ports } = args.context;
  const tokens = readDeviceTokens(args.request, ports.settings.appOrigin);
  const device = await admitDevice({ email, tokens }, ports);
  if (device) return check(device);
  await limitByIp(args, SIGN_IN_RATE_LIMIT);
  return throttleByIp(args, "password", () => check(null));
}

/** Counts a password that a signed-in person gives again. Throws `slow_down`. */
export async function limitPasswordProofs({ context }: Args): Promise<void> {
  const session = sessionId(await hashToken(context.visitor.sessionToken ?? ""));
  await limitRate(context, { key: `proof-checks:${session}`, ...PROOF_RATE_LIMIT });
}
