import { Problem } from "../../lib/problem";
import type { Users } from "../ports";
import { displayName } from "../rules/display-name";

/** Throws `invalid_input` for a name that is empty or too long. */
export async function renameUser(
  input: { uid: string; name: string },
  deps: { users: Users },
): Promise<void> {
  const name = displayName(input.name);
  if (!name) throw new Problem("invalid_input", { words: "account:nameInvalid", field: "name" });
  await deps.users.rename(input.uid, name);
}
