import { type SQL, sql } from "drizzle-orm";
import { sellerColumns } from "./users";

const NAMES = Object.values(sellerColumns).map(({ name }) => sql.identifier(name));

/** Of an account that closes, for `SET`. */
export const NO_SELLER_STATUS: SQL = sql.join(
  NAMES.map((name) => sql`${name} = NULL`),
  sql`, `,
);

/** Gives the seller status of a merged account to one that has stated none. */
export function takeSellerStatus({ from, to }: { from: string; to: string }, open: SQL): SQL {
  const taken = NAMES.map(
    (name) => sql`${name} = (SELECT f.${name} FROM users f WHERE f.uid = ${from})`,
  );
  return sql`UPDATE users SET ${sql.join(taken, sql`, `)}
    WHERE uid = ${to} AND seller_kind IS NULL AND ${open}
      AND EXISTS (SELECT 1 FROM users f WHERE f.uid = ${from} AND f.seller_kind IS NOT NULL)`;
}
