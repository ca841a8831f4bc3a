import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as schema from "./schema";

export type Database = DrizzleD1Database<typeof schema>;

/** Opens D1 with the schema; cheap, once a request. */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding, { schema });
}
