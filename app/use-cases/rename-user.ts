import { displayName } from "../domain/display-name";
import { Problem } from "../domain/problem";
import type { Ports } from "../ports";

/** Throws `invalid_input` for a name that is empty or too long. */
export async function renameUser(
  input: { uid: string; name: string },
  deps: Pick<Ports, "users">,
): Promise<void> {
  const name = displayName(input.name);
  if (!name) throw new Problem("invalid_input", { words: "account:nameInvalid", field: "name" });
  await deps.users.rename(input.uid, name);
}
