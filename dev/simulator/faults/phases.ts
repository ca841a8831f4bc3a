import type { World } from "../world";

/** The phase of every order now: its status. */
export function phasesNow({ database }: World): string[] {
  return database.read<{ status: string }>("SELECT status FROM orders").map(({ status }) => status);
}
