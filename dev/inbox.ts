/**
 * `npm run inbox [-- read|answer|reopen|delete ID] [--withdrawals] [--all] [--remote]`: contact messages
 * and reports of products, or declarations of withdrawal that name no order, in the database of `DATA_DIR`
 * or in the deployed one. A report is answered with `--decision removed|kept|other --reason "..."`.
 */
import { parseArgs } from "node:util";
import { remoteDatabase, type SqlDatabase, sqlDatabase } from "./backup/database";
import {
  answerReport,
  findInInbox,
  inboxLine,
  inboxText,
  listInbox,
  removeFromInbox,
  setAnswered,
} from "./inbox/inbox";
import {
  countUnanswered,
  findWithdrawal,
  listWithdrawals,
  setWithdrawalAnswered,
  withdrawalLine,
  withdrawalText,
} from "./inbox/withdrawal-inbox";
import { runCommand, StartFailure } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      all: { type: "boolean", default: false },
      withdrawals: { type: "boolean", default: false },
      remote: { type: "boolean", default: false },
      decision: { type: "string" },
      reason: { type: "string" },
    },
    allowPositionals: true,
  });
  const [command = "list", id] = positionals;
  const { withdrawals, remote, ...options } = values;
  const answer = withdrawals ? runWithdrawals : run;
  const work = (db: SqlDatabase) => answer(db, command, { ...options, id });
  if (remote) return work(remoteDatabase());
  const { dataDir } = readStartSettings(process.env);
  await withExistingDatabase(dataDir, (db) => work(sqlDatabase(db)));
});

interface Options {
  id: string | undefined;
  all: boolean;
  decision?: string | undefined;
  reason?: string | undefined;
}

async function run(
  db: SqlDatabase,
  command: string,
  { id, all, ...answer }: Options,
): Promise<void> {
  switch (command) {
    case "list":
      return list(db, all);
    case "read":
      return console.log(inboxText(await findInInbox(db, id)));
    case "answer": {
      const found = await findInInbox(db, id);
      if (found.kind === "contact") await setAnswered(db, found, Date.now());
      else await answerReport(db, found, answer, Date.now());
      return console.log(`${found.id} is answered.`);
    }
    case "reopen": {
      const found = await findInInbox(db, id);
      await setAnswered(db, found, null);
      return console.log(`${found.id} is not answered.`);
    }
    case "delete": {
      const found = await findInInbox(db, id);
      await removeFromInbox(db, found);
      return console.log(`Deleted ${found.id}.`);
    }
    default:
      throw new StartFailure(
        `There is no command ${command}: npm run inbox [-- read|answer|reopen|delete ID] [--all] [--remote]`,
      );
  }
}

/** The same for declarations of withdrawal, which are kept until their time ends. */
async function runWithdrawals(
  db: SqlDatabase,
  command: string,
  { id, all }: Options,
): Promise<void> {
  if (command === "list") {
    const listed = await listWithdrawals(db, { all });
    for (const one of listed) console.log(withdrawalLine(one));
    const kind = all ? "declarations of withdrawal" : "declarations that name no order";
    return console.log(`${listed.length} ${kind}.`);
  }
  if (!["read", "answer", "reopen"].includes(command)) {
    throw new StartFailure(
      `There is no command ${command} for declarations: npm run inbox -- [read|answer|reopen ID] --withdrawals`,
    );
  }
  const found = await findWithdrawal(db, id);
  if (command === "read") return console.log(withdrawalText(found));
  const at = command === "answer" ? Date.now() : null;
  await setWithdrawalAnswered(db, found.id, at);
  console.log(`${found.id} is ${at === null ? "not answered" : "answered"}.`);
}

async function list(db: SqlDatabase, all: boolean): Promise<void> {
  const messages = await listInbox(db, { all });
  for (const message of messages) console.log(inboxLine(message));
  const kind = all ? "messages, * answered" : "messages without an answer";
  console.log(`${messages.length} ${kind}.`);
  const withdrawals = await countUnanswered(db);
  if (withdrawals > 0) {
    console.log(
      `${withdrawals} declarations of withdrawal name no order: npm run inbox -- --withdrawals`,
    );
  }
}
