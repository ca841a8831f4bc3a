import { sql } from "drizzle-orm";
import type { UserCounts } from "../../app/accounts/rules/user";
import type { Db } from "../client";
import type { HigherSubjects } from "./person-rows";

export type CountsOfUsers = ReturnType<typeof userCountsIn>;

/** The figures of profiles. */
export function userCountsIn(db: Db, { favouriteCount }: Pick<HigherSubjects, "favouriteCount">) {
  return {
    of: (uid: string): Promise<UserCounts> =>
      db.get<UserCounts>(sql`SELECT
        ${favouriteCount(uid)} AS favourites,
        (SELECT COUNT(*) FROM products WHERE owner_uid = ${uid} AND status = 'active'
          AND (sale_limit IS NULL OR sold < sale_limit)) AS forSale,
        (SELECT COUNT(*) FROM purchases WHERE uid = ${uid} AND revoked_at IS NULL) AS purchased`),
  };
}
