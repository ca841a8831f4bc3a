import { integer } from "drizzle-orm/sqlite-core";

/** 0 or 1. */
export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** D1 returns INTEGER as a JavaScript number; amounts are limited to `MAX_LAMPORTS`. */
export const lamports = (name: string) => integer(name);

/** Epoch ms. */
export const ms = (name: string) => integer(name);
