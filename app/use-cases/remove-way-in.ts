import { assertNever } from "../domain/assert-never";
import { Problem } from "../domain/problem";
import type { WayIn } from "../domain/ways-in";
import type { Ports } from "../ports";

/** Takes a way in from an account. Throws `conflict` where it is the last one, or not there. */
export async function removeWayIn(
  input: { uid: string; way: WayIn },
  deps: Pick<Ports, "users" | "passwords" | "googleIdentities">,
): Promise<void> {
  if (!(await remove(input, deps))) throw new Problem("conflict", { words: "account:lastWayIn" });
}

function remove(
  { uid, way }: Parameters<typeof removeWayIn>[0],
  deps: Pick<Ports, "users" | "passwords" | "googleIdentities">,
): Promise<boolean> {
  switch (way) {
    case "password":
      return deps.passwords.remove(uid);
    case "google":
      return deps.googleIdentities.unlink(uid);
    case "wallet":
      return deps.users.unlinkWallet(uid);
    default:
      return assertNever(way);
  }
}
