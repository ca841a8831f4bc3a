import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Migration, readMigrations } from "../../dev/run/migrate";
import { ROOT } from "../../dev/run/paths";

const FIRST = "0000_all.sql";
const BREAK = "\n--> statement-breakpoint\n";

/**
 * Writes all migrations into `folder`, in place of those that are there, as two: the last one, and all before it in
 * one file, which notes them as applied as well. wrangler takes most of a second of processor time for each. Returns
 * the two.
 */
export function mergeMigrations(folder: string): Migration[] {
  const names = readMigrations().map(({ name }) => name);
  const textOf = (name: string) => readFileSync(join(ROOT, "migrations", name), "utf8");
  const last = names.pop() ?? "";
  mkdirSync(folder, { recursive: true });
  for (const { name } of readMigrations(folder)) rmSync(join(folder, name));
  // The Worker asks for each by its name.
  const noted = `INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`).join(", ")};\n`;
  writeFileSync(join(folder, FIRST), [...names.map(textOf), noted].join(BREAK));
  writeFileSync(join(folder, last), textOf(last));
  return readMigrations(folder);
}
