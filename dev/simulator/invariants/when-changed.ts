import type { Invariant, Judged } from "./invariant";

/** All that the invariants read but the times of polls: most writes change nothing of it. */
const STATE = `
  SELECT (SELECT group_concat(id || status || hold || coalesce(buyer_uid, '') || coalesce(signature, '')
      || coalesce(paid_lamports, '') || coalesce(settled_at, '') || coalesce(built_form, '')
      || coalesce(review_reason, '') || coalesce(built_at, '')) FROM orders)
    || '/' || (SELECT coalesce(max(id), 0) || ',' || count(*) FROM ledger)
    || '/' || (SELECT coalesce(group_concat(uid || order_id || coalesce(revoked_at, '')), '') FROM purchases)
    || '/' || (SELECT count(*) || ',' || count(revoked_at) FROM download_tokens)
    || '/' || (SELECT group_concat(sold || ' ' || held || ' ' || coalesce(sale_limit, '')) FROM products)
    || '/' || (SELECT count(*) || ',' || count(signature) FROM refunds)
    || '/' || (SELECT count(*) FROM unmatched_payments)
    || '/' || (SELECT count(*) || ',' || total(ends_at) FROM stock_line)
    || '/' || (SELECT count(*) || ',' || total(ends_at) FROM presigned_rests)
    || '/' || (SELECT count(*) || ',' || total(ends_at) FROM payer_penalties)
    || '/' || (SELECT count(*) || ',' || total(ends_at) FROM account_penalties)
    || '/' || (SELECT count(*) FROM stock_charges) AS state`;

const states = new WeakMap<object, { version: number; state: string }>();

function stateOf({ database, chain, story }: Judged): string {
  const before = states.get(database);
  let state = before?.state ?? "";
  if (before?.version !== database.version) {
    state = database.read<{ state: string | null }>(STATE)[0]?.state ?? "";
    states.set(database, { version: database.version, state });
  }
  return `${chain.version} ${story.events.length} ${state}`;
}

/** The same invariant, asked again only where what it reads has changed since it held. */
export function whenChanged({ name, check }: Invariant): Invariant {
  const held = new WeakMap<object, string>();
  return {
    name,
    check(world) {
      const state = stateOf(world);
      if (held.get(world.database) === state) return null;
      const wrong = check(world);
      if (wrong === null) held.set(world.database, state);
      return wrong;
    },
  };
}
