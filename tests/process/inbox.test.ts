import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sqlDatabase } from "../../dev/backup/database";
import {
  answerReport,
  findInInbox,
  inboxLine,
  inboxText,
  listInbox,
  removeFromInbox,
  setAnswered,
} from "../../dev/inbox/inbox";
import {
  findWithdrawal,
  listWithdrawals,
  setWithdrawalAnswered,
  withdrawalText,
} from "../../dev/inbox/withdrawal-inbox";
import { withDatabase } from "../../dev/run/with-database";
import { insertPerson } from "../support/factories/person";
import { insertProduct } from "../support/factories/product";
import { insertRow } from "../support/rows";
import { runCommand } from "../support/run-command";

const dataDir = mkdtempSync(join(tmpdir(), "comptoir-inbox-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const FIRST = "11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const SECOND = "11112222-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const REPORT = "33333333-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const THIRD = "22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const FOURTH = "44444444-aaaa-4aaa-8aaa-aaaaaaaaaaaa";

/** One that names no order, and one that does. */
async function withdrawalsIn(database: D1Database): Promise<string> {
  const row = { name: "Ada", contact: "ada@example.com", locale: "fr", declared_at: 1, hash: "" };
  const contract = "a \u001b[2J book";
  for (const [id, order_id] of [
    [THIRD, null],
    [FOURTH, "an-order"],
  ]) {
    const columns = { ...row, id, order_id, contract, secret_hash: id };
    await insertRow(database, "withdrawals", columns);
  }
  const db = sqlDatabase(database);
  expect((await listWithdrawals(db)).map(({ id }) => id)).toEqual([THIRD]);
  await setWithdrawalAnswered(db, THIRD, 1);
  expect(await listWithdrawals(db)).toEqual([]);
  expect(await listWithdrawals(db, { all: true })).toHaveLength(2);
  await setWithdrawalAnswered(db, THIRD, null);
  return withdrawalText(await findWithdrawal(db, "2222"));
}

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
      `11111111   contact 1970-01-01 00:00 UTC  it's@example.com  Bonjour [2Jle fichier ${"x".repeat(38)}...`,
    );
    const text = inboxText(await findInInbox(db, "11111"));
    expect(text).toContain("answered: no\n\nBonjour\n[2Jle fichier xxx");

    await setAnswered(db, { kind: "contact", id: FIRST }, 60_000);
    expect((await listInbox(db)).map(({ id }) => id)).toEqual([SECOND]);
    const all = await listInbox(db, { all: true });
    expect(all.map(({ answeredAt }) => answeredAt)).toEqual([null, 60_000]);
    await removeFromInbox(db, { kind: "contact", id: FIRST });
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
  await withDatabase(dataDir, async (database) => {
    const text = await withdrawalsIn(database);
    expect(text).toContain("contract: a [2J book\ndeclared: 1970-01-01 00:00 UTC");
  });
  expect(await inbox("--withdrawals")).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^22222222 {3}1970.*ada@example.com {2}a \[2J book\n1 declarations/,
    ),
  });
  expect(await inbox("answer", FIRST)).toEqual({ code: 0, output: `${FIRST} is answered.\n` });
  const wrong = await inbox("forward");
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("no command forward")]);
});

// spec: law.report-answer
test("the operator answers a report with a decision and its reasons, and takes them back", async () => {
  await withDatabase(dataDir, async (database) => {
    const seller = await insertPerson(database);
    const productId = await insertProduct(database, seller.uid);
    const row = { email: "", locale: "fr", reason: "fraud", title: "Pinceaux\u001b[2J" };
    await insertRow(database, "reports", {
      ...row,
      ...{ id: REPORT, product_id: productId, text: "Le fichier\u202e est vide", created_at: 9 },
      token_hash: "hash",
    });
    const db = sqlDatabase(database);
    const [newest] = await listInbox(db);
    expect(newest && inboxLine(newest)).toBe(
      "33333333   report  1970-01-01 00:00 UTC  -  fraud: Le fichier est vide",
    );
    const found = await findInInbox(db, "3333");
    if (found.kind !== "report") throw new Error("not a report");
    const text = inboxText(found);
    expect(text).toContain(
      `product:  Pinceaux[2J\n          /acheter/${productId} (active, seller`,
    );
    const answer = (decision?: string, reason?: string) =>
      answerReport(db, found, { decision, reason }, 60_000);
    await expect(answer()).rejects.toThrow("--decision removed|kept|other");
    await expect(answer("kept", " \u200b ")).rejects.toThrow("told why");
    await expect(answer("kept", "x".repeat(3_001))).rejects.toThrow("at most 3000");
    await expect(answer("removed", "Contrefaçon")).rejects.toThrow("still on sale");
    const [unanswered] = await listInbox(db);
    expect(unanswered?.id).toBe(REPORT);
  });
  const args = ["answer", "3333", "--decision", "kept", "--reason", "Le fichier s'ouvre."];
  expect(await inbox(...args)).toEqual({ code: 0, output: `${REPORT} is answered.\n` });
  expect((await inbox("read", "3333")).output).toContain("decision: kept: Le fichier s'ouvre.");
  expect((await inbox("reopen", "3333")).output).toBe(`${REPORT} is not answered.\n`);
  expect((await inbox("read", "3333")).output).not.toContain("decision:");
  expect((await inbox("delete", "3333")).output).toBe(`Deleted ${REPORT}.\n`);
});

// spec: reviews.hidden
test("a decision on a reported review takes it off the pages with its reason, or puts it back", async () => {
  await withDatabase(dataDir, async (database) => {
    const productId = await insertProduct(database, (await insertPerson(database)).uid);
    const of = { id: "review", order_id: "order", product_id: productId, owner_uid: "seller" };
    const words = { uid: "buyer", stars: 1, text: "Rude\u001b[2J", name: "", counts: 1 };
    await insertRow(database, "reviews", { ...of, ...words, created_at: 1, updated_at: 1 });
    await insertRow(database, "reports", {
      ...{ id: REPORT, product_id: productId, review_id: "review", title: "Brushes" },
      ...{ reason: "privacy", text: "It names me", email: "", locale: "en" },
      ...{ token_hash: "review", created_at: 9 },
    });
    const db = sqlDatabase(database);
    const answer = async (decision: string) => {
      const found = await findInInbox(db, "3333");
      if (found.kind !== "report") throw new Error("not a report");
      await answerReport(db, found, { decision, reason: "It names a person." }, 60_000);
      return inboxText(await findInInbox(db, "3333"));
    };
    const shown = () =>
      database
        .prepare("SELECT review_count AS n, rating_sum AS sum FROM products WHERE id = ?")
        .bind(productId)
        .first();
    expect(await shown()).toEqual({ n: 1, sum: 1 });
    // The product stays on sale.
    expect(await answer("removed")).toContain("review:   (off the pages) 1/5 Rude[2J");
    expect(await shown()).toEqual({ n: 0, sum: 0 });
    await answer("other");
    expect(await shown()).toEqual({ n: 0, sum: 0 });
    expect(await answer("kept")).toContain("review:   1/5 Rude");
    expect(await shown()).toEqual({ n: 1, sum: 1 });
  });
});
