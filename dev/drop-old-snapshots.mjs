// Runs after `npm run db:generate`: removes every snapshot of the schema but that of the last migration.
// drizzle-kit compares the schema with the snapshot whose name sorts last, and reads the older ones only
// to find two with the same parent.
import { readdirSync, readFileSync, rmSync } from "node:fs";

const folder = new URL("../migrations/meta/", import.meta.url);
const { entries } = JSON.parse(readFileSync(new URL("_journal.json", folder), "utf8"));
const [number] = entries.at(-1).tag.split("_");
for (const name of readdirSync(folder)) {
  if (name.endsWith("_snapshot.json") && name !== `${number}_snapshot.json`) {
    rmSync(new URL(name, folder));
  }
}
