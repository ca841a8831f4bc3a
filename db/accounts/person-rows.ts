import { type SQL, sql } from "drizzle-orm";

export interface Merge {
  /** Uid of the account that closes. */
  from: string;
  /** Uid of the account that gets its rows. */
  to: string;
  /** Epoch ms. */
  at: number;
  /** SQL condition: the merge is allowed and has not ended. */
  open: SQL;
}

export interface Deletion {
  uid: string;
  /** A new random uid, of a closed account that keeps what others need. */
  pseudonym: string;
  /** Epoch ms. */
  at: number;
  /** SQL condition: the deletion is allowed and has not ended. */
  begun: SQL;
  /** Select: products of the user that have no buyer and no open order. */
  unsold: SQL;
}

/**
 * What becomes of the rows of one subject that have a person's id. Accounts run the statements of all
 * subjects in one batch, those of lower subjects first. Each one checks `open` or `begun`, so that
 * running it again changes nothing.
 */
export interface PersonRows {
  /** Gives the rows of `from` to `to`, or deletes them. */
  reassign(merge: Merge): SQL[];
  /** Gives the rows of the user to the pseudonym, or deletes them. */
  remove(deletion: Deletion): SQL[];
}

/** What accounts ask of the orders of people, as SQL. */
export interface OrdersOfPeople {
  /** Condition: both accounts have an open payment for one product. */
  bothPaying(from: string, to: string): SQL;
  /** Condition: no payment is open, and none of others is to be decided on. */
  allowDeletion(uid: string): SQL;
  /** Select: products of the user that have no buyer and no open order. */
  unsold(uid: string): SQL;
  /** Scalar: products that the account has bought and may download. */
  owned(uid: string): SQL;
  /** Scalar: own payments that a wallet may be signing now. */
  payingNow(uid: string): SQL;
  /** Scalar: own payments that another seller has to decide on. */
  waiting(uid: string): SQL;
}

/** Higher subjects, as accounts see them. */
export interface HigherSubjects {
  people: readonly PersonRows[];
  orders: OrdersOfPeople;
  /** Scalar: the favourites of an account that are on sale. */
  favouriteCount(uid: string): SQL;
}

/** Statements on the rows of an account in one table, while `condition` holds. */
export function rowsOf(uid: string, condition: SQL) {
  return {
    giveTo: (heir: string, table: string, column: string) =>
      sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${heir}
        WHERE ${sql.raw(column)} = ${uid} AND ${condition}`,
    drop: (table: string) => sql`DELETE FROM ${sql.raw(table)} WHERE uid = ${uid} AND ${condition}`,
  };
}
