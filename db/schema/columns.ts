import { integer } from "drizzle-orm/sqlite-core";

/** 0 or 1. */
export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** SQLite's 64-bit INTEGER arrives as a JavaScript number; prices are capped well below 2^53. */
export const lamports = (name: string) => integer(name);

/** Epoch ms. */
export const ms = (name: string) => integer(name);
