import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withDatabase } from "../../dev/run/with-database";
import { insertPerson } from "../support/factories/person";
import { runCommand } from "../support/run-command";

const dataDir = mkdtempSync(join(tmpdir(), "comptoir-allow-free-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const allow = (person: string) => runCommand(["allow-free", person], { DATA_DIR: dataDir });

// spec: free.offered
test("the operator allows a person by e-mail address or uid, and nobody by anything else", async () => {
  await withDatabase(dataDir, async (db) => {
    await insertPerson(db, { uid: "ada", email: "Ada@example.com" });
    await insertPerson(db, { uid: "bob", email: "bob@example.com" });
    await insertPerson(db, { uid: "eve", email: "eve@example.com" });
  });
  expect((await allow("ada@EXAMPLE.com")).output).toContain("ada may offer free products.");
  expect((await allow("bob")).output).toContain("bob may offer free products.");
  const unknown = await allow("nobody' OR 'a' = 'a");
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain("No open account has nobody");
  await withDatabase(dataDir, async (db) => {
    const { results } = await db.prepare("SELECT uid FROM users WHERE may_give_free = 1").all();
    expect(results.map(({ uid }) => uid).sort()).toEqual(["ada", "bob"]);
  });
});
