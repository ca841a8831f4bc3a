import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sqlDatabase } from "../../dev/backup/database";
import {
  findInInbox,
  inboxLine,
  inboxText,
  listInbox,
  removeFromInbox,
  setAnswered,
} from "../../dev/inbox/contact-inbox";
import { withDatabase } from "../../dev/run/with-database";
import { insertRow } from "../support/rows";
import { runCommand } from "../support/run-command";

const dataDir = mkdtempSync(join(tmpdir(), "comptoir-inbox-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const FIRST = "11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const SECOND = "11112222-aaaa-4aaa-8aaa-aaaaaaaaaaaa";

const inbox = (...args: string[]) => runCommand(["inbox", ...args], { DATA_DIR: dataDir });

// spec: command.inbox
test("the operator lists contact messages, reads one, marks it as answered and deletes it", async () => {
  await withDatabase(dataDir, async (database) => {
    const row = { email: "it's@example.com", locale: "fr" };
    const message = `Bonjour\n\u001b[2Jle \u202efichier ${"x".repeat(80)}`;
    await insertRow(database, "contact_messages", { ...row, id: FIRST, message, created_at: 1 });
    await insertRow(database, "contact_messages", {
      ...row,
      id: SECOND,
      message: "Merci",
      created_at: 2,
    });
    const db = sqlDatabase(database);
    const [newest, oldest] = await listInbox(db);
    expect([newest?.id, oldest?.id]).toEqual([SECOND, FIRST]);
    const line = oldest && inboxLine(oldest);
    expect(line).toBe(
      `11111111   1970-01-01 00:00 UTC  it's@example.com  Bonjour [2Jle fichier ${"x".repeat(38)}...`,
    );
    const text = inboxText(await findInInbox(db, "11111"));
    expect(text).toContain("answered: no\n\nBonjour\n[2Jle fichier xxx");

    await setAnswered(db, FIRST, 60_000);
    expect((await listInbox(db)).map(({ id }) => id)).toEqual([SECOND]);
    const all = await listInbox(db, { all: true });
    expect(all.map(({ answeredAt }) => answeredAt)).toEqual([null, 60_000]);
    await removeFromInbox(db, FIRST);
    await expect(findInInbox(db, FIRST)).rejects.toThrow("No message has an id");
    for (const id of [undefined, "", "1", "%%%%", "1111' OR 1=1"]) {
      await expect(findInInbox(db, id)).rejects.toThrow("Which message?");
    }
    await insertRow(database, "contact_messages", {
      ...row,
      id: FIRST,
      message: "Encore",
      created_at: 3,
    });
    await expect(findInInbox(db, "1111")).rejects.toThrow("give more of it");
  });
  expect(await inbox("answer", FIRST)).toEqual({ code: 0, output: `${FIRST} is answered.\n` });
  const wrong = await inbox("forward");
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("no command forward")]);
});
