import type { Judged } from "../invariants/invariant";

/**
 * Where the stored state is none that the model allows: a sentence each. To be asked at quiet moments,
 * when nothing that a person or the chain did is still under way.
 */
export function compareWithModel({ database }: Judged): string[] {
  const orphans = database.read<{ order_id: string }>(
    "SELECT order_id FROM ledger WHERE order_id NOT IN (SELECT id FROM orders)",
  );
  return orphans.map(({ order_id }) => `the ledger names order ${order_id}, which does not exist`);
}
