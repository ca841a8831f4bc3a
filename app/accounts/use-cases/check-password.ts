import type { Passwords } from "../../../db/accounts/passwords";
import type { BackoffPolicy, Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { throttle } from "../../lib/throttle";
import type { PasswordHasher } from "../ports";
import { emailKey } from "../rules/email";
import type { AdmittedDevice } from "./device-tokens";
import { emailCounterKey } from "./email-counter-key";
import { hashToken } from "./hash-token";
import { sessionId } from "./sessions";

/**
 * For tries at the secret of one account, of strangers or of one session. Ten allow for a user who
 * forgot which password it was; then the wait doubles, to five minutes at most.
 */
export const CREDENTIAL_ATTEMPTS: BackoffPolicy = {
  free: 10,
  baseMs: 1_000,
  maxMs: 300_000,
  resetAfterMs: 3_600_000,
};

export interface CheckPasswordDeps {
  passwords: Passwords;
  passwordHasher: PasswordHasher;
  rateLimits: RateLimits;
  clock: Clock;
  settings: Settings;
}

/**
 * Uid of the account with this address and password. Throws `slow_down` before any hashing, else
 * `invalid_input`, with the same text and after the same work for an unknown address and a wrong
 * password. Replaces a hash that was made with weaker parameters.
 *
 * @param input.device the try was counted for this device, else it counts for the address
 */
export async function checkPassword(
  input: { email: string; password: string; device: AdmittedDevice | null },
  deps: CheckPasswordDeps,
): Promise<string> {
  const email = emailKey(input.email);
  const counter = input.device?.counter ?? (await emailCounterKey("password", email, deps));
  if (!input.device) await throttle(counter, CREDENTIAL_ATTEMPTS, deps);
  const credential = await deps.passwords.byEmail(email);
  const matches = await deps.passwordHasher.verify(input.password, credential?.hash ?? null);
  if (!credential || !matches)
    throw new Problem("invalid_input", { messageKey: "account:wrongCredentials" });
  await accept({ ...credential, password: input.password, counter }, deps);
  return credential.uid;
}

/**
 * Checks the password of a signed-in user. Tries count for the session (`token`): those of strangers
 * don't keep its owner out. Throws `slow_down`, and `invalid_input` for a wrong password or an account
 * without one.
 */
export async function checkOwnPassword(
  input: { uid: string; password: string; token: string },
  deps: CheckPasswordDeps,
): Promise<void> {
  const { uid, password } = input;
  const credential = await deps.passwords.byUid(uid);
  if (!credential) throw wrongPassword();
  const { hash } = credential;
  const counter = `proof:${sessionId(await hashToken(input.token))}`;
  await throttle(counter, CREDENTIAL_ATTEMPTS, deps);
  if (!(await deps.passwordHasher.verify(password, hash))) throw wrongPassword();
  await accept({ uid, hash, password, counter }, deps);
}

async function accept(
  right: { uid: string; hash: string; password: string; counter: string },
  { rateLimits, passwordHasher, passwords, clock }: CheckPasswordDeps,
): Promise<void> {
  await rateLimits.clear(right.counter);
  if (!passwordHasher.outdated(right.hash)) return;
  const hash = await passwordHasher.hash(right.password);
  await passwords.replaceHash(right.uid, hash, clock.now());
}

function wrongPassword(): Problem {
  return new Problem("invalid_input", { messageKey: "account:wrongPassword", field: "current" });
}
