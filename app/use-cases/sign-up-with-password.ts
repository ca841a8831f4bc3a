import { emailKey } from "../domain/email";
import { refuseWeak } from "../domain/password-rules";
import { Problem } from "../domain/problem";
import type { Ports } from "../ports";

const NAME_CHARS = 40;

/** Opens an account; its uid comes back. Throws `invalid_input` (password) or `conflict` (address taken). */
export async function signUpWithPassword(
  input: { email: string; password: string },
  deps: Pick<Ports, "passwords" | "passwordHasher" | "clock" | "ids">,
): Promise<string> {
  const email = emailKey(input.email);
  refuseWeak(input.password, email);
  const uid = deps.ids.short();
  const user = {
    uid,
    displayName: email.split("@")[0]?.slice(0, NAME_CHARS) || email,
    email: input.email.trim(),
    wallet: null,
    createdAt: deps.clock.now(),
  };
  const hash = await deps.passwordHasher.hash(input.password);
  if (await deps.passwords.insertWithUser(user, { email, hash })) return uid;
  throw new Problem("conflict", { words: "account:emailTaken", field: "email" });
}
